import {
  type AccountId,
  type FlakyTestInfo,
  isFinished,
  periodsOf,
  type UnstableTest,
  type UserId,
  usualFlakyRules,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { type ProjectTestDocument, projectTestIdOf } from '../projectTests/projectTests.ts';
import type { PeriodsQuery } from '../runStats/foldRuns.ts';
import type { RunsReader } from '../runStats/openRuns.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import { byPeriod } from './byPeriod.ts';
import { findOpinions } from './findOpinions.ts';
import { isOutage, type Judgement, judgeTest, type PlacedResult } from './judgeTest.ts';
import { unpack } from './packedResults.ts';
import type { TestStatsDocument } from './testStats.ts';

/** As many as are worth looking at; the others are counted. */
const testsShown = 200;

type Found = { test: TestStatsDocument; results: PlacedResult[]; judgement: Judgement };
type Runs = ReadonlyMap<string, RunFacts>;

/** The tests that have failed, as the runs in question show them. */
async function findUnstable(collections: Collections, accountId: AccountId, runs: Runs, now: number): Promise<Found[]> {
  const { testStats, projects } = collections;
  const [suspects, known, calledFlakyAt] = await Promise.all([
    testStats.find({ accountId, hasFailed: true }).toArray(),
    projects.find({ accountId }, { projection: { 'settings.defaultBranch': 1, 'settings.flakyRules': 1 } }).toArray(),
    findOpinions(collections, accountId),
  ]);
  const settingsOf = new Map<string, (typeof known)[number]['settings']>(
    known.map(({ _id, settings }) => [_id, settings]),
  );
  const isDefaultBranch = ({ projectId, branch }: RunFacts) =>
    branch === (settingsOf.get(projectId)?.defaultBranch ?? 'main');
  return suspects.flatMap((test) => {
    const results = unpack(test.results).flatMap((result) => {
      const run = runs.get(result.testRunId);
      if (!run || !isFinished(run.status)) return [];
      return [{ result, run, calledFlakyAt: calledFlakyAt(result.testRunId, test.testId) }];
    });
    results.sort((a, b) => (a.run.createdAt < b.run.createdAt ? -1 : 1));
    const rules = settingsOf.get(test.projectId)?.flakyRules ?? usualFlakyRules;
    const judgement = judgeTest(results, isDefaultBranch, rules, now);
    return judgement ? [{ test, results, judgement }] : [];
  });
}

/** The failed runs that a test had its part in. */
function blockedBy({ results }: Found): string[] {
  return results.flatMap(({ result, run }) =>
    run.status === 'FAIL' && result.status === 'FAIL' && !result.quarantined && !isOutage(run) ? run.testRunId : [],
  );
}

/** @returns who answers for the problems behind the failures of a test, by the id of its document */
async function findOwners({ problems, failures }: Collections, accountId: AccountId): Promise<Map<string, UserId>> {
  const owned = await problems.find({ accountId, ownerUserId: { $ne: null } }, { sort: { decidedAt: 1 } }).toArray();
  const failed = await failures.find({ _id: { $in: owned.map(({ _id }) => _id) } }).toArray();
  const failuresOf = new Map(failed.map((document) => [document._id, document.recent]));
  // Where a test has several problems, the owner who was chosen last answers.
  return new Map(
    owned.flatMap(({ _id, projectId, ownerUserId }) =>
      (ownerUserId ? (failuresOf.get(_id) ?? []) : []).map(
        ({ testId }) => [projectTestIdOf(projectId, testId), ownerUserId as UserId] as const,
      ),
    ),
  );
}

function viewOf(
  found: Found,
  trend: number[],
  { file, name, quarantine }: Pick<ProjectTestDocument, 'file' | 'name' | 'quarantine'>,
  ownerUserId: UserId | null,
): UnstableTest {
  const { test, results, judgement } = found;
  const { seenIn, ...judged } = judgement;
  const sumOf = (what: 'retries' | 'retryMs') => results.reduce((sum, { result }) => sum + result[what], 0);
  return {
    projectId: test.projectId,
    testId: test.testId,
    file,
    name,
    ...judged,
    runsBlocked: blockedBy(found).length,
    retries: sumOf('retries'),
    retryMs: sumOf('retryMs'),
    quarantinedAt: quarantine?.at ?? null,
    quarantinedUntil: quarantine?.until ?? null,
    ownerUserId: ownerUserId ?? (quarantine?.ownerUserId as UserId | null | undefined) ?? null,
    lastRunId: results.at(-1)?.run.testRunId ?? (seenIn.at(-1) as UnstableTest['lastRunId']),
    trend,
  };
}

/**
 * Flaky and broken tests of the runs that are asked for, the surest first, and what the flaky ones cost.
 * @param now milliseconds since 1970: a test recovers with time
 */
export async function findFlakyTests(
  readRuns: RunsReader,
  collections: Collections,
  accountId: AccountId,
  query: PeriodsQuery,
  now: number,
): Promise<FlakyTestInfo> {
  const inTime = (await readRuns(collections, accountId, query)).filter(({ status }) => isFinished(status));
  const runs = inTime.filter((run) => !isOutage(run));
  const byId = new Map<string, RunFacts>(inTime.map((run) => [run.testRunId, run]));
  const unstable = await findUnstable(collections, accountId, byId, now);
  unstable.sort(
    (a, b) => b.judgement.lowerBound - a.judgement.lowerBound || a.test.testId.localeCompare(b.test.testId),
  );
  const shown = unstable.slice(0, testsShown);
  const known = await collections.projectTests
    .find({ _id: { $in: shown.map(({ test }) => test._id) } }, { projection: { file: 1, name: 1, quarantine: 1 } })
    .toArray();
  const facts = new Map(known.map((test) => [test._id, test]));
  const owners = await findOwners(collections, accountId);

  const periods = periodsOf(query, query.frequency, query.timeZone);
  const trendOf = ({ judgement: { seenIn } }: Found): number[] => {
    const times = seenIn.map((id) => Date.parse(byId.get(id)?.createdAt ?? ''));
    return periods.map(({ start, end }) => times.filter((at) => at >= start && at < end).length);
  };
  const flaky = unstable.filter(({ judgement }) => judgement.state !== 'broken');
  const sumOf = (some: readonly RunFacts[], numberOf: (run: RunFacts) => number) =>
    some.reduce((sum, run) => sum + numberOf(run), 0);
  const flakyIn = (some: readonly RunFacts[]) => ({ flaky: sumOf(some, ({ totals }) => totals.flaky) });
  return {
    periods: byPeriod(runs, periods, flakyIn),
    ...flakyIn(runs),
    retries: sumOf(runs, ({ retries }) => retries),
    retryMs: sumOf(runs, ({ retryMs }) => retryMs),
    runsBlocked: new Set(flaky.flatMap(blockedBy)).size,
    runs: inTime.length,
    outages: inTime.length - runs.length,
    tests: shown.flatMap((found) => {
      const test = facts.get(found.test._id);
      return test ? viewOf(found, trendOf(found), test, owners.get(found.test._id) ?? null) : [];
    }),
    total: unstable.length,
  };
}
