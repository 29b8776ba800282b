import type {
  AlertKind,
  AlertSettings,
  EnvironmentId,
  Position,
  ProjectId,
  TestId,
  TestRunId,
  TestSuiteId,
} from '@assay/contract';

/** What became of a run, as far as alerts look at it. */
export type WatchedRun = {
  testRunId: TestRunId;
  projectId: ProjectId;
  environmentId: EnvironmentId;
  branch: string;
  testSuiteId: TestSuiteId | null;
  /** Of the fact that it ended, or that a test failed. */
  position: Position;
  at: string;
  /** A model has answered why it failed: this raises an alert even if the run itself did. */
  isAnswered?: true;
  /** Whether it has; otherwise one of its tests has just failed, and nothing else is known. */
  ended: boolean;
  status: 'PASS' | 'FAIL';
  passed: number;
  failed: number;
  flaky: number;
  /** The first tests that failed. */
  tests: readonly { testId: TestId; name: string }[];
};

/** `found`: what the alert is about. `over`: what it was about is over. `neither`: too little to be told. */
export type AlertFinding =
  | { finding: 'found'; state: string; kind: AlertKind; tests: TestId[]; count: number }
  | { finding: 'over'; state: string }
  | { finding: 'neither' };

/** An environment with this many failing tests counts as one failure of its own, if it has enough tests. */
const outageOf = { percent: 80, tests: 5 };

function isShare(count: number, { passed, failed }: WatchedRun, percent: number): boolean {
  return count * 100 >= percent * (passed + failed);
}

/** @returns whether the environment fails, and not its tests */
export function isOutage(run: WatchedRun): boolean {
  return (
    run.status === 'FAIL' && run.passed + run.failed >= outageOf.tests && isShare(run.failed, run, outageOf.percent)
  );
}

/** @returns what a run is to an alert whose other criteria it fits */
export function findingOf(settings: AlertSettings, run: WatchedRun): AlertFinding {
  const { eventType, testName, minCount, minPercent } = settings;
  const wanted = testName?.toLowerCase();
  const failed = wanted === undefined ? run.tests : run.tests.filter(({ name }) => name.toLowerCase().includes(wanted));
  const failedCount = wanted === undefined ? run.failed : failed.length;
  const tests = failed.map(({ testId }) => testId);
  const isEnough = (count: number) => count >= minCount && isShare(count, run, minPercent);
  const found = (kind: AlertKind, state: string): AlertFinding => {
    return { finding: 'found', kind, state, tests, count: failedCount };
  };
  const over = (state: string): AlertFinding => ({ finding: 'over', state });
  const neither: AlertFinding = { finding: 'neither' };
  // Only skipped or quarantined tests ran: nothing is over, and nothing passed.
  const isInconclusive = run.ended && run.status === 'PASS' && run.passed + run.failed === 0;
  if (isInconclusive && eventType !== 'TESTRUN_COMPLETE') return neither;
  switch (eventType) {
    case 'TESTRUN_FAIL': {
      if (run.status === 'PASS') return over('FAIL');
      // A run may fail without a test that did, as when its set-up does.
      const needsTests = minCount > 1 || minPercent > 0 || wanted !== undefined;
      return !needsTests || isEnough(failedCount) ? found('failed', 'FAIL') : neither;
    }
    case 'TESTRUN_MATCHES':
      if (failedCount === 0) return over('MATCH');
      return isEnough(failedCount) ? found('matched', 'MATCH') : neither;
    case 'TESTRUN_FLAKY':
      if (run.flaky === 0) return over('FLAKY');
      return isEnough(run.flaky)
        ? { finding: 'found', kind: 'flaky', state: 'FLAKY', tests: [], count: run.flaky }
        : neither;
    case 'TESTRUN_PASS':
      return run.status === 'PASS' ? found('passed', 'PASS') : over('PASS');
    case 'TESTRUN_COMPLETE':
      return found('completed', run.status);
    case 'TESTRUN_ANALYSIS_COMPLETE':
      return failedCount === 0 ? over('ANALYZED') : found('analyzed', 'ANALYZED');
  }
}
