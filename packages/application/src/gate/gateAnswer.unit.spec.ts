import type { EnvironmentId, TestRunId, TestRunStatus, TestSuiteId } from '@assay/contract';
import { type GateAsked, type GateRun, type GateSuite, gateAnswer } from './gateAnswer.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-29T12:00:00Z');
const commit = '0123456789abcdef0123456789abcdef01234567';
const selection = { includeTags: [], excludedTags: [], testFilters: [] };
const smoke: GateSuite = { id: 'smoke' as TestSuiteId, name: 'Smoke', ...selection };
const slow: GateSuite = { id: 'slow' as TestSuiteId, name: 'Slow', ...selection };
const tagged: GateSuite = { id: 'tagged' as TestSuiteId, name: 'Tagged', ...selection, includeTags: ['pay', 'ship'] };

/** A run of all tests in staging that ended a quarter of an hour ago. */
function run(number: number, status: TestRunStatus, change: Partial<GateRun> = {}): GateRun {
  const isOver = status === 'PASS' || status === 'FAIL' || status === 'CANCELED';
  return {
    id: `run-${number}` as TestRunId,
    number,
    gitRef: commit,
    status,
    statusInfo: null,
    statusCode: null,
    nothingCouldPass: false,
    testSuiteId: null,
    testSuiteName: null,
    environmentId: 'staging' as EnvironmentId,
    environmentName: 'Staging',
    ...selection,
    ofSelectedTests: false,
    playwrightProject: null,
    build: null,
    upload: null,
    attributes: [],
    rerunOf: null,
    failCount: status === 'FAIL' ? 2 : 0,
    notRunCount: 0,
    flakyCount: 0,
    endTime: isOver ? new Date(now - hour / 4).toISOString() : null,
    ...change,
  };
}

const of = ({ id, name, includeTags }: GateSuite) => ({ testSuiteId: id, testSuiteName: name, includeTags });
const rerun = (number: number, first: number, kind: string) => ({
  ofSelectedTests: kind !== 'whole',
  rerunOf: { testRunId: `run-${number}` as TestRunId, number, kind, firstTestRunId: `run-${first}` as TestRunId },
});
/** All tests of a rerun of some tests again. */
const ofRerun = (number: number, first: number) => ({ ...rerun(number, first, 'whole'), ofSelectedTests: true });
const uploaded = (name: string) => ({ upload: { files: [{ name, size: 10 }], notes: [] } });
const leg = (...attributes: string[]) => ({ attributes });
const production = { environmentId: 'production' as EnvironmentId, environmentName: 'Production' };
const skippedOnly = { nothingCouldPass: true };
const hoursAgo = (hours: number) => ({ endTime: new Date(now - hours * hour).toISOString() });
const suites = [smoke, slow, tagged];
const anything: GateAsked = { suites, wanted: [], hasMoreRuns: false, maxAgeMs: null, flakyPassesCount: true, now };
const withinDay = { ...anything, maxAgeMs: 24 * hour };
const withoutFlaky = { ...anything, flakyPassesCount: false };
const smokeAsked = { ...anything, wanted: [smoke.id] };
const taggedAsked = { ...anything, wanted: [tagged.id] };

/** Situations, newest run first, with the answer and its reason. */
const situations: readonly (readonly [string, readonly GateRun[], GateAsked, string, string])[] = [
  ['no run of the commit', [], anything, 'noEvidence', 'No run of this commit'],
  ['a run that passed', [run(1, 'PASS')], anything, 'met', 'All tests: #1 passed'],
  ['a run that failed', [run(1, 'FAIL')], anything, 'notMet', 'All tests: #1 failed: 2 tests'],
  ['a queued run', [run(1, 'QUEUED')], anything, 'pending', 'All tests: #1 is in progress'],
  ['a running run', [run(1, 'RUNNING')], anything, 'pending', 'All tests: #1 is in progress'],
  ['a run that tears down', [run(1, 'TEAR_DOWN')], anything, 'pending', 'All tests: #1 is in progress'],
  ['a canceled run', [run(1, 'CANCELED')], anything, 'noEvidence', 'All tests: #1 was canceled'],
  [
    'a run of only skipped or quarantined tests',
    [run(1, 'PASS', skippedOnly)],
    anything,
    'noEvidence',
    'All tests: #1: only skipped or quarantined tests ran',
  ],
  [
    'a run that failed before its tests',
    [run(1, 'FAIL', { failCount: 0, statusCode: 'install.failed', statusInfo: 'npm ci failed' })],
    anything,
    'notMet',
    'All tests: #1 failed: npm ci failed',
  ],
  ['a pass after a failure', [run(2, 'PASS'), run(1, 'FAIL')], anything, 'met', 'All tests: #2 passed'],
  ['a failure after a pass', [run(2, 'FAIL'), run(1, 'PASS')], anything, 'notMet', 'All tests: #2 failed: 2 tests'],
  ['a new run after a pass', [run(2, 'SETUP'), run(1, 'PASS')], anything, 'pending', 'All tests: #2 is in progress'],
  [
    'a canceled run after a pass',
    [run(2, 'CANCELED'), run(1, 'PASS')],
    anything,
    'noEvidence',
    'All tests: #2 was canceled',
  ],
  [
    'a failure in another environment',
    [run(2, 'PASS'), run(1, 'FAIL', production)],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'a pass of one leg of a matrix after a failure of another',
    [run(2, 'PASS', leg('os=linux')), run(1, 'FAIL', leg('os=windows'))],
    anything,
    'notMet',
    'All tests (os=windows): #1 failed: 2 tests',
  ],
  [
    'a pass of a leg after its failure, with its attributes in another order',
    [run(2, 'PASS', leg('os=linux', 'db=pg')), run(1, 'FAIL', leg('db=pg', 'os=linux'))],
    anything,
    'met',
    'All tests (db=pg, os=linux): #2 passed',
  ],
  [
    'a pass of a pull request after a failure of its branch',
    [run(2, 'PASS', leg('job=unit', 'pull-request=7')), run(1, 'FAIL', leg('job=unit'))],
    anything,
    'met',
    'All tests (job=unit): #2 passed',
  ],
  ['passes in two environments', [run(2, 'PASS'), run(1, 'PASS', production)], anything, 'met', 'All 2 passed'],
  [
    'only some tests, by tags',
    [run(1, 'PASS', { includeTags: ['fast'] })],
    anything,
    'noEvidence',
    'Only runs of some tests passed',
  ],
  [
    'only one test, by a filter',
    [run(1, 'PASS', { testFilters: ['pays'] })],
    anything,
    'noEvidence',
    'Only runs of some tests passed',
  ],
  [
    'a failure of some tests after a pass of all',
    [run(2, 'FAIL', { testFilters: ['pays'] }), run(1, 'PASS')],
    anything,
    'notMet',
    'Some tests: #2 failed: 2 tests',
  ],
  [
    'failed tests that passed when they were run again',
    [run(2, 'PASS', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'met',
    'All tests: #1 failed, and its failed tests passed in #2',
  ],
  [
    'failed tests that failed again',
    [run(2, 'FAIL', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'notMet',
    'All tests: #2 failed: 2 tests',
  ],
  [
    'failed tests that passed when they were run a third time',
    [run(3, 'PASS', rerun(2, 1, 'failed')), run(2, 'FAIL', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'met',
    'All tests: #1 failed, and its failed tests passed in #3',
  ],
  [
    'failed tests that are running again',
    [run(2, 'RUNNING', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'pending',
    'All tests: #2 is in progress',
  ],
  [
    'a rerun of failed tests that was canceled',
    [run(2, 'CANCELED', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'a rerun of failed tests that were quarantined meanwhile',
    [run(2, 'PASS', { ...rerun(1, 1, 'failed'), ...skippedOnly }), run(1, 'FAIL')],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'some of the failed tests, chosen by hand, that passed',
    [run(2, 'PASS', rerun(1, 1, 'selected')), run(1, 'FAIL')],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'chosen tests that failed after a pass',
    [run(2, 'FAIL', rerun(1, 1, 'selected')), run(1, 'PASS')],
    anything,
    'notMet',
    'All tests: #2 failed: 2 tests',
  ],
  [
    'failed tests that passed, of a run with tests that did not run',
    [run(2, 'PASS', rerun(1, 1, 'failed')), run(1, 'FAIL', { notRunCount: 3 })],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'failed tests that passed, of a run that was ended',
    [run(2, 'PASS', rerun(1, 1, 'failed')), run(1, 'FAIL', { statusCode: 'run.timedOut' })],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'a rerun whose first run is not known any more',
    [run(2, 'PASS', rerun(1, 1, 'failed'))],
    anything,
    'noEvidence',
    'No run of this commit',
  ],
  [
    'all tests again, which passed',
    [run(2, 'PASS', rerun(1, 1, 'whole')), run(1, 'FAIL')],
    anything,
    'met',
    'All tests: #2 passed',
  ],
  [
    'a pass with a test that passed at its second attempt',
    [run(1, 'PASS', { flakyCount: 1 })],
    anything,
    'met',
    'All tests: #1 passed',
  ],
  [
    'the same, where flaky passes do not count',
    [run(1, 'PASS', { flakyCount: 1 })],
    withoutFlaky,
    'notMet',
    'All tests: #1 passed, but 1 test only after a retry',
  ],
  [
    'failed tests that passed when they were run again, where flaky passes do not count',
    [run(2, 'PASS', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    withoutFlaky,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'all tests again without a retry, where flaky passes do not count',
    [run(2, 'PASS', rerun(1, 1, 'whole')), run(1, 'PASS', { flakyCount: 3 })],
    withoutFlaky,
    'met',
    'All tests: #2 passed',
  ],
  ['a pass of this day', [run(1, 'PASS', hoursAgo(23))], withinDay, 'met', 'All tests: #1 passed'],
  ['a pass of yesterday', [run(1, 'PASS', hoursAgo(25))], withinDay, 'noEvidence', 'All tests: #1 passed too long ago'],
  ['a failure of yesterday', [run(1, 'FAIL', hoursAgo(25))], withinDay, 'notMet', 'All tests: #1 failed: 2 tests'],
  [
    'a pass without an end',
    [run(1, 'PASS', { endTime: null })],
    withinDay,
    'noEvidence',
    'All tests: #1 passed too long ago',
  ],
  ['the asked suite, which passed', [run(1, 'PASS', of(smoke))], smokeAsked, 'met', 'Smoke: #1 passed'],
  ['another suite only', [run(1, 'PASS', of(slow))], smokeAsked, 'noEvidence', 'Smoke: No run of this commit'],
  ['all tests, but not as the asked suite', [run(1, 'PASS')], smokeAsked, 'noEvidence', 'Smoke: No run of this commit'],
  [
    'another suite, which failed',
    [run(2, 'FAIL', of(slow)), run(1, 'PASS', of(smoke))],
    smokeAsked,
    'met',
    'Smoke: #1 passed',
  ],
  [
    'one of two asked suites',
    [run(1, 'PASS', of(smoke))],
    { ...anything, wanted: [smoke.id, slow.id] },
    'noEvidence',
    'Slow: No run of this commit',
  ],
  [
    'a rerun of a selected test, run again',
    [run(3, 'PASS', ofRerun(2, 1)), run(2, 'PASS', rerun(1, 1, 'selected')), run(1, 'FAIL')],
    anything,
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'a rerun of a selected test, run again, and nothing else',
    [run(3, 'PASS', ofRerun(2, 1))],
    anything,
    'noEvidence',
    'No run of this commit',
  ],
  [
    'a rerun of failed tests, run again, which passed',
    [run(3, 'PASS', ofRerun(2, 1)), run(2, 'FAIL', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'met',
    'All tests: #1 failed, and its failed tests passed in #3',
  ],
  [
    'a rerun of failed tests, run again, which failed',
    [run(3, 'FAIL', ofRerun(2, 1)), run(2, 'PASS', rerun(1, 1, 'failed')), run(1, 'FAIL')],
    anything,
    'notMet',
    'All tests: #3 failed: 2 tests',
  ],
  [
    'a suite that was narrowed by a filter',
    [run(1, 'PASS', { ...of(smoke), testFilters: ['pays'] })],
    smokeAsked,
    'noEvidence',
    'Smoke: Only runs of some of its tests',
  ],
  [
    'a narrowed suite after the whole suite',
    [run(2, 'PASS', { ...of(smoke), testFilters: ['pays'] }), run(1, 'PASS', of(smoke))],
    smokeAsked,
    'met',
    'All 2 passed',
  ],
  [
    'a narrowed suite that failed after the whole suite',
    [run(2, 'FAIL', { ...of(smoke), testFilters: ['pays'] }), run(1, 'PASS', of(smoke))],
    smokeAsked,
    'notMet',
    'Some tests of Smoke: #2 failed: 2 tests',
  ],
  [
    'a suite by its own tags, in any order',
    [run(1, 'PASS', { ...of(tagged), includeTags: ['ship', 'pay'] })],
    taggedAsked,
    'met',
    'Tagged: #1 passed',
  ],
  [
    'a suite by one of its tags',
    [run(1, 'PASS', { ...of(tagged), includeTags: ['pay'] })],
    taggedAsked,
    'noEvidence',
    'Tagged: Only runs of some of its tests',
  ],
  [
    'a suite in one Playwright project',
    [run(1, 'PASS', { ...of(smoke), playwrightProject: 'chromium' })],
    smokeAsked,
    'noEvidence',
    'Smoke: Only runs of some of its tests',
  ],
  [
    'all tests in one Playwright project',
    [run(1, 'PASS', { playwrightProject: 'chromium' })],
    anything,
    'noEvidence',
    'Only runs of some tests passed',
  ],
  [
    'a suite that does not exist any more',
    [run(1, 'PASS', { testSuiteId: 'gone' as TestSuiteId, testSuiteName: 'Gone' })],
    anything,
    'noEvidence',
    'Only runs of some tests passed',
  ],
  [
    'passes where older runs are left out',
    [run(1, 'PASS')],
    { ...anything, hasMoreRuns: true },
    'noEvidence',
    'More than 1,000 runs of this commit',
  ],
  [
    'a failure where older runs are left out',
    [run(1, 'FAIL')],
    { ...anything, hasMoreRuns: true },
    'notMet',
    'All tests: #1 failed: 2 tests',
  ],
  [
    'two commits that begin alike',
    [run(2, 'PASS'), run(1, 'PASS', { gitRef: `${commit.slice(0, 8)}${'f'.repeat(32)}` })],
    anything,
    'noEvidence',
    'Several commits begin with these digits',
  ],
  [
    'a commit and its abbreviation',
    [run(2, 'PASS'), run(1, 'PASS', { gitRef: commit.slice(0, 7) })],
    anything,
    'met',
    'All tests: #2 passed',
  ],
  [
    'the same uploaded file again',
    [run(2, 'PASS', uploaded('unit.xml')), run(1, 'FAIL', uploaded('unit.xml'))],
    anything,
    'met',
    'unit.xml: #2 passed',
  ],
  [
    'another uploaded file after one with a failure',
    [run(2, 'PASS', uploaded('e2e.xml')), run(1, 'FAIL', uploaded('unit.xml'))],
    anything,
    'notMet',
    'unit.xml: #1 failed: 2 tests',
  ],
];

describe('a gate', () => {
  it.each(situations)('answers for %s', (_, runs, asked, answer, reason) => {
    expect(gateAnswer(runs, asked)).toMatchObject({ answer, reason });
  });

  it('lists what decides first, with its runs', () => {
    const runs = [run(3, 'PASS', of(smoke)), run(2, 'FAIL', of(slow)), run(1, 'PASS')];
    const { evidence } = gateAnswer(runs, anything);
    expect(evidence.map(({ title, answer, number }) => [title, answer, number])).toEqual([
      ['Slow', 'notMet', 2],
      ['All tests', 'met', 1],
      ['Smoke', 'met', 3],
    ]);
  });
});
