import type { TestRunView, Totals } from '@assay/contract';

type Counts = Pick<
  TestRunView,
  | 'status'
  | 'nothingCouldPass'
  | 'totalCount'
  | 'testCount'
  | 'passCount'
  | 'failCount'
  | 'ignoredCount'
  | 'notRunCount'
  | 'flakyCount'
  | 'quarantineTotalCount'
  | 'quarantineFailCount'
>;

/** An ended run, and what every place that shows its counts says of it. */
export type CountedRun = {
  name: string;
  /** The results that its counts follow from. */
  totals: Partial<Totals>;
  counts: Counts;
  /** Of the passed tests; null: none passed, and no place says so. */
  passed: string | null;
  /** Of the failed tests; null: none failed. */
  failed: string | null;
  /** All its counts in a sentence. */
  sentence: string;
  /** The share of passed tests of those that ran; null: none ran. */
  share: { percent: string; of: string } | null;
  /** Neither good nor bad. */
  isNeutral: boolean;
};

type Result = Omit<CountedRun, 'name' | 'totals' | 'counts'>;

function countedRun(name: string, status: 'PASS' | 'FAIL', totals: Partial<Totals>, result: Result): CountedRun {
  const { passed = 0, failed = 0, ignored = 0, notRun = 0, flaky = 0 } = totals;
  const { quarantinedPassed = 0, quarantinedFailed = 0, quarantinedOther = 0 } = totals;
  const testCount = passed + failed + ignored + notRun;
  const quarantined = quarantinedPassed + quarantinedFailed + quarantinedOther;
  const counts = {
    status,
    nothingCouldPass: result.isNeutral,
    totalCount: testCount + quarantined,
    testCount,
    passCount: passed,
    failCount: failed,
    ignoredCount: ignored,
    notRunCount: notRun,
    flakyCount: flaky,
    quarantineTotalCount: quarantined,
    quarantineFailCount: quarantinedFailed,
  };
  return { name, totals, counts, ...result };
}

/** One run of each kind. Servers, messages, the command line and the web client are tested with the same. */
export const countedRuns: readonly CountedRun[] = [
  countedRun(
    'all passed',
    'PASS',
    { passed: 3 },
    {
      passed: '3 passed',
      failed: null,
      sentence: '3 tests: 3 passed',
      share: { percent: '100%', of: '3 tests' },
      isNeutral: false,
    },
  ),
  countedRun(
    'with a flaky test',
    'PASS',
    { passed: 15, flaky: 1 },
    {
      passed: '15 passed, 1 of them flaky',
      failed: null,
      sentence: '15 tests: 15 passed, 1 of them flaky',
      share: { percent: '100%', of: '15 tests' },
      isNeutral: false,
    },
  ),
  countedRun(
    'failed, with a flaky test',
    'FAIL',
    { passed: 15, failed: 1, ignored: 2, flaky: 1 },
    {
      passed: '15 passed, 1 of them flaky',
      failed: '1 failed',
      sentence: '18 tests: 15 passed, 1 of them flaky, 1 failed, 2 ignored',
      share: { percent: '93.8%', of: '16 tests' },
      isNeutral: false,
    },
  ),
  countedRun(
    'almost all passed',
    'FAIL',
    { passed: 2999, failed: 1 },
    {
      passed: '2,999 passed',
      failed: '1 failed',
      sentence: '3,000 tests: 2,999 passed, 1 failed',
      share: { percent: '99.9%', of: '3,000 tests' },
      isNeutral: false,
    },
  ),
  countedRun(
    'all failed',
    'FAIL',
    { failed: 2 },
    {
      passed: null,
      failed: '2 failed',
      sentence: '2 tests: 2 failed',
      share: { percent: '0%', of: '2 tests' },
      isNeutral: false,
    },
  ),
  countedRun(
    'with quarantined tests',
    'PASS',
    { passed: 2, quarantinedPassed: 1, quarantinedFailed: 1 },
    {
      passed: '2 passed',
      failed: null,
      sentence: '2 tests: 2 passed, and 2 quarantined',
      share: { percent: '100%', of: '2 tests' },
      isNeutral: false,
    },
  ),
  countedRun(
    'all skipped',
    'PASS',
    { ignored: 2 },
    { passed: null, failed: null, sentence: '2 tests: 2 ignored', share: null, isNeutral: true },
  ),
  countedRun(
    'all quarantined',
    'PASS',
    { quarantinedPassed: 1, quarantinedFailed: 1 },
    { passed: null, failed: null, sentence: '2 quarantined tests', share: null, isNeutral: true },
  ),
  countedRun(
    'without tests',
    'FAIL',
    {},
    { passed: null, failed: null, sentence: '0 tests', share: null, isNeutral: false },
  ),
];
