import { setImmediate } from 'node:timers/promises';
import {
  type AccountId,
  limits,
  type ProjectId,
  type TestDistributionRuleView,
  type TestSuiteId,
} from '@assay/contract';
import type { TestRunOnDays } from '@assay/projections';
import type { Application } from '../application.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { testSorter } from './testSorter.ts';

const dayMs = 86_400_000;
/** Tests that are looked at before others get their turn. */
const testsInTurn = 250;

/** UTC days since 1970, both ends included. */
type Days = { from: number; to: number };

/** A quarter, and the one before. */
export type Quarters = { now: Days; before: Days };

/** @returns the quarter that begins with the day of `start`, milliseconds since 1970, and the one before */
export function quartersFrom(start: number): Quarters {
  const { distributionDays: days } = limits;
  const from = Math.floor(start / dayMs);
  return { now: { from, to: from + days - 1 }, before: { from: from - days, to: from - 1 } };
}

/** @returns the quarter that ends today, and the one before */
export function quartersUntil(now: Date): Quarters {
  return quartersFrom(now.getTime() - (limits.distributionDays - 1) * dayMs);
}

/** A test that was run in one of two quarters, with the first rule that fits it. */
export type FoundTest = { test: TestRunOnDays; rule: TestDistributionRuleView | null; now: boolean; before: boolean };

function wasRun({ daysRun }: TestRunOnDays, { from, to }: Days): boolean {
  return daysRun.some((span) => span.from <= to && span.to >= from);
}

/** @returns the suites in use that rules name */
export async function suitesOf(app: Application, accountId: AccountId, rules: readonly TestDistributionRuleView[]) {
  const ids = [...new Set(rules.flatMap(({ testSuiteId }) => testSuiteId ?? []))];
  const found = await Promise.all(ids.map((id) => findNamed(app, namedThings.testSuite, accountId, id)));
  return new Map<TestSuiteId, NonNullable<(typeof found)[number]>>(
    ids.flatMap((id, index) => {
      const suite = found[index];
      return suite ? [[id, suite] as const] : [];
    }),
  );
}

/**
 * The tests that were run in one of two quarters, by project, file and name. Others get their turn between them, however
 * many there are.
 * @param projects only of these; undefined: of all
 */
export async function* distributedTests(
  app: Application,
  accountId: AccountId,
  rules: readonly TestDistributionRuleView[],
  quarters: Quarters,
  projects: readonly ProjectId[] | undefined,
): AsyncGenerator<FoundTest> {
  const ruleOf = testSorter(rules, await suitesOf(app, accountId, rules));
  let looked = 0;
  for await (const test of await app.readModels.of(accountId).testsRun(projects)) {
    looked += 1;
    if (looked % testsInTurn === 0) await setImmediate();
    const [now, before] = [wasRun(test, quarters.now), wasRun(test, quarters.before)];
    if (now || before) yield { test, rule: ruleOf(test), now, before };
  }
}
