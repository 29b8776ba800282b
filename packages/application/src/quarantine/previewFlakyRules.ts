import type { FlakyRulesPreview, FoundFlaky, RealFailure, RulesConcerned, Span } from '@assay/contract';
import type { FlakyRulesFacts, FlakyTime, QuarantinedRun, QuarantinedTest } from '@assay/projections';
import { realFailuresOf } from './realFailures.ts';
import { type Hidden, hidesIn, previewedRunOf, type Runs, sparedBy } from './sparedRuns.ts';

/** As many tests, runs and failures are named; all are counted. */
const named = { tests: 200, runs: 500, failures: 500 };
const dayMs = 24 * 3_600_000;

type Missed = { test: QuarantinedTest; run: QuarantinedRun; why: RealFailure };
/** A test that rules find flaky, with what its quarantine would have hidden meanwhile. */
type Found = { test: QuarantinedTest; times: readonly FlakyTime[]; hidden: Hidden[]; missed: Missed[] };
type Outcome = { found: Found[]; spared: ReturnType<typeof sparedBy>; missed: Missed[] };

/** Whether the test was flaky when it was settled which tests of the run are quarantined. */
function isAsideIn({ ignoresQuarantine, settledAt }: QuarantinedRun, times: readonly FlakyTime[]): boolean {
  const moment = Date.parse(settledAt);
  return !ignoresQuarantine && times.some(({ from, until }) => moment > from && (until === null || moment <= until));
}

function foundOf(test: QuarantinedTest, times: readonly FlakyTime[], runs: Runs): Found {
  const placed = test.results.flatMap((result) => {
    const run = runs.get(result.testRunId);
    return run ? [{ result, run }] : [];
  });
  const isHidden = ({ run }: Hidden) => isAsideIn(run, times);
  return {
    test,
    times,
    hidden: placed.filter((one) => isHidden(one) && hidesIn(one)),
    missed: realFailuresOf(placed)
      .filter(isHidden)
      .map(({ run, why }) => ({ test, run, why })),
  };
}

function outcomeOf({ tests, flaky }: FlakyRulesFacts, by: 'now' | 'tried', runs: Runs): Outcome {
  const found = tests.flatMap((test) => {
    const times = flaky.get(test.testId)?.[by] ?? [];
    return times.length === 0 ? [] : [foundOf(test, times, runs)];
  });
  return { found, spared: sparedBy(found, runs), missed: found.flatMap(({ missed }) => missed) };
}

function viewOf({ times, hidden, missed }: Found, { start, end }: Span): FoundFlaky {
  const [first, last] = [times[0], times.at(-1)];
  const ms = times.reduce((sum, { from, until }) => sum + Math.min(until ?? end, end) - Math.max(from, start), 0);
  return {
    since: new Date(first?.from ?? start).toISOString(),
    until: last?.until == null ? null : new Date(last.until).toISOString(),
    times: times.length,
    days: Math.round((ms / dayMs) * 10) / 10,
    evidence: first?.evidence ?? 'A',
    failures: hidden.filter(({ result }) => result.status === 'FAIL').length,
    missed: missed.length,
  };
}

/**
 * Joins what follows from either rules, by what it is about.
 * @returns those that follow from one of them first, the others after them, each in the order of their times, newest first
 */
function joined<Thing>(
  now: readonly Thing[],
  tried: readonly Thing[],
  keyOf: (thing: Thing) => string,
  timeOf: (thing: Thing) => string,
): { thing: Thing; by: RulesConcerned }[] {
  const [inNow, inTried] = [now, tried].map((things) => new Set(things.map(keyOf)));
  const all = new Map([...now, ...tried].map((thing) => [keyOf(thing), thing]));
  const byOf = (key: string): RulesConcerned => (!inTried?.has(key) ? 'NOW' : inNow?.has(key) ? 'BOTH' : 'TRIED');
  const rank = (by: RulesConcerned) => (by === 'BOTH' ? 1 : 0);
  return [...all]
    .map(([key, thing]) => ({ thing, by: byOf(key) }))
    .sort((a, b) => rank(a.by) - rank(b.by) || (timeOf(a.thing) < timeOf(b.thing) ? 1 : -1));
}

/**
 * What rules for finding flaky tests would have come to, beside those of the project: each test counts as quarantined as
 * long as they find it flaky, as its runs are settled, and runs get the verdicts that they get.
 * @param span what the facts are about
 */
export function previewFlakyRules(facts: FlakyRulesFacts, span: Span): FlakyRulesPreview {
  const runs: Runs = new Map(facts.runs.map((run) => [run.testRunId, run]));
  const [now, tried] = [outcomeOf(facts, 'now', runs), outcomeOf(facts, 'tried', runs)];
  const judged = facts.runs.filter(({ verdict }) => verdict === 'PASS' || verdict === 'FAIL');
  const countsOf = ({ found, spared, missed }: Outcome) => ({
    found: found.length,
    spared: spared.length,
    missed: missed.length,
  });
  const nameOf = ({ testId, name }: QuarantinedTest) => ({ testId, name });
  const foundBy = ({ found }: Outcome, testId: string) => {
    const one = found.find(({ test }) => test.testId === testId);
    return one ? viewOf(one, span) : null;
  };
  const tests = joined(
    now.found,
    tried.found,
    ({ test }) => test.testId,
    ({ times }) => new Date(times.at(-1)?.from ?? 0).toISOString(),
  );
  const spared = joined(
    now.spared,
    tried.spared,
    ({ run }) => run.testRunId,
    ({ run }) => run.createdAt,
  );
  const missed = joined(
    now.missed,
    tried.missed,
    ({ test, run }) => `${run.testRunId} ${test.testId}`,
    ({ run }) => run.createdAt,
  );
  return {
    start: new Date(span.start).toISOString(),
    end: new Date(span.end).toISOString(),
    runs: judged.length,
    failed: judged.filter(({ verdict }) => verdict === 'FAIL').length,
    rules: facts.rules,
    now: countsOf(now),
    tried: countsOf(tried),
    tests: tests.slice(0, named.tests).map(({ thing: { test } }) => ({
      ...nameOf(test),
      file: test.file,
      lastRunId: test.results.at(-1)?.testRunId ?? null,
      now: foundBy(now, test.testId),
      tried: foundBy(tried, test.testId),
    })),
    sparedRuns: spared
      .slice(0, named.runs)
      .map(({ thing: { run, tests: own }, by }) => ({ run: previewedRunOf(run), by, tests: own.map(nameOf) })),
    missedFailures: missed
      .slice(0, named.failures)
      .map(({ thing: { test, run, why }, by }) => ({ ...nameOf(test), run: previewedRunOf(run), by, why })),
    knownFrom: facts.knownFrom,
    unseenTests: facts.unseenTests,
    uncompared: facts.uncompared,
  };
}
