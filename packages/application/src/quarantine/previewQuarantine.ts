import { periodsOf, type QuarantinePreview, type RealFailure, type Span } from '@assay/contract';
import type { QuarantinedRun, QuarantinedTest, QuarantineFacts } from '@assay/projections';
import { realFailuresOf } from './realFailures.ts';
import { type Hidden, hidesIn, previewedRunOf, type Runs, sparedBy } from './sparedRuns.ts';

/** As many tests, runs and failures are named; all are counted. */
const named = { tests: 200, runs: 500, failures: 500 };

/** A test as it would have been quarantined, with what that would have hidden. */
type Quarantine = {
  test: QuarantinedTest;
  began: QuarantinedRun;
  /** Failures and, in a run with one copy of each test, results that were not reached. */
  hidden: Hidden[];
  missed: { run: QuarantinedRun; why: RealFailure }[];
};

/** A canceled run is none that finished, but copies that differed in it are told of. */
function actsOn({ verdict, copies }: QuarantinedRun): boolean {
  return verdict === 'PASS' || verdict === 'FAIL' || copies > 1;
}

function quarantineOf(test: QuarantinedTest, runs: Runs): Quarantine | null {
  const placed = test.results.flatMap((result) => {
    const run = runs.get(result.testRunId);
    return run ? [{ result, run }] : [];
  });
  const shown = placed.filter(({ result, run }) => result.flaky && !result.quarantined && actsOn(run));
  const [began] = shown.map(({ run }) => run).sort((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
  if (!began) return null;
  const isHidden = ({ run }: Hidden) => !run.ignoresQuarantine && run.settledAt > began.endedAt;
  const hidden = placed.filter((one) => isHidden(one) && hidesIn(one));
  const missed = realFailuresOf(placed).filter(isHidden);
  return { test, began, hidden, missed: missed.map(({ run, why }) => ({ run, why })) };
}

/**
 * What the automatic quarantine of flaky tests would have done, had it been switched on at the start: with the rule of
 * the real one, as each run ended, and the verdicts of the runs as they are given.
 * @param span what the facts are about
 * @param timeZone whose days are meant
 */
export function previewQuarantine(facts: QuarantineFacts, span: Span, timeZone: string): QuarantinePreview {
  const runs = new Map(facts.runs.map((run) => [run.testRunId, run]));
  const quarantines = facts.tests
    .flatMap((test) => quarantineOf(test, runs) ?? [])
    .sort((a, b) => (a.began.endedAt < b.began.endedAt ? -1 : 1));
  const spared = sparedBy(quarantines, runs);
  const missed = quarantines
    .flatMap((one) => one.missed.map(({ run, why }) => ({ test: one.test, run, why })))
    .sort((a, b) => (a.run.createdAt < b.run.createdAt ? 1 : -1));
  const judged = facts.runs.filter(({ verdict }) => verdict === 'PASS' || verdict === 'FAIL');
  const countsOf = (isIn: (at: string) => boolean) => {
    const own = judged.filter(({ createdAt }) => isIn(createdAt));
    return {
      runs: own.length,
      failed: own.filter(({ verdict }) => verdict === 'FAIL').length,
      spared: spared.filter(({ run }) => isIn(run.createdAt)).length,
      missed: missed.filter(({ run }) => isIn(run.createdAt)).length,
      quarantined: quarantines.filter(({ began }) => isIn(began.endedAt)).length,
    };
  };
  const timesOf = ({ start, end }: Span) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  });
  const nameOf = ({ testId, name }: QuarantinedTest) => ({ testId, name });
  return {
    ...timesOf(span),
    ...countsOf(() => true),
    days: periodsOf(span, 'Daily', timeZone).map((day) => {
      const { start, end } = timesOf(day);
      return { start, end, ...countsOf((at) => at >= start && at < end) };
    }),
    tests: quarantines.slice(0, named.tests).map(({ test, began, hidden, missed: real }) => ({
      ...nameOf(test),
      file: test.file,
      quarantinedAt: began.endedAt,
      flakyIn: previewedRunOf(began),
      failures: hidden.filter(({ result }) => result.status === 'FAIL').length,
      spared: spared.filter(({ tests }) => tests.includes(test)).length,
      missed: real.length,
    })),
    sparedRuns: spared
      .slice(0, named.runs)
      .map(({ run, tests }) => ({ run: previewedRunOf(run), tests: tests.map(nameOf) })),
    missedFailures: missed
      .slice(0, named.failures)
      .map(({ test, run, why }) => ({ ...nameOf(test), run: previewedRunOf(run), why })),
    knownFrom: facts.knownFrom,
    unseenTests: facts.unseenTests,
    uncompared: facts.uncompared,
  };
}
