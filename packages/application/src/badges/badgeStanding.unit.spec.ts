import type { EnvironmentId, TestRunStatus, TestSuiteId } from '@assay/contract';
import { badgeStanding } from './badgeStanding.ts';

type Run = Parameters<typeof badgeStanding>[0][number];
const run = (status: TestRunStatus, failCount = 0, more: Partial<Run> = {}): Run => ({
  status,
  failCount,
  environmentId: 'staging' as EnvironmentId,
  testSuiteId: null,
  attributes: [],
  nothingCouldPass: false,
  ...more,
});
const smoke = { testSuiteId: 'smoke' as TestSuiteId };
const production = { environmentId: 'production' as EnvironmentId };

describe('what a badge says', () => {
  it.each<[string, Run[], ReturnType<typeof badgeStanding>]>([
    ['no run', [], { verdict: 'noRuns' }],
    ['only a canceled run', [run('CANCELED')], { verdict: 'noRuns' }],
    ['a pass after a failure', [run('PASS'), run('FAIL', 3)], { verdict: 'passing' }],
    ['a failure after a pass', [run('FAIL', 3), run('PASS')], { verdict: 'failing', failedTests: 3 }],
    ['a run that failed in its set-up', [run('FAIL')], { verdict: 'failing', failedTests: 0 }],
    [
      'an inconclusive run after a failure',
      [run('PASS', 0, { nothingCouldPass: true }), run('FAIL', 1)],
      { verdict: 'failing', failedTests: 1 },
    ],
    [
      'failures of two suites',
      [run('FAIL', 1), run('FAIL', 2, smoke), run('PASS', 0, smoke)],
      { verdict: 'failing', failedTests: 3 },
    ],
    [
      'a pass of one leg of a matrix after a failure of another',
      [run('PASS', 0, { attributes: ['os=linux'] }), run('FAIL', 5, { attributes: ['os=windows'] })],
      { verdict: 'failing', failedTests: 5 },
    ],
    ['another environment', [run('PASS'), run('FAIL', 4, production)], { verdict: 'failing', failedTests: 4 }],
  ])('after %s', (_, runs, standing) => {
    expect(badgeStanding(runs)).toEqual(standing);
  });
});
