import { planStageResult, planSuiteResult, testPlanRunView } from '../../../testSupport/testPlanViews.ts';
import { planRunSegments } from './planRunSegments.ts';

describe('the bar of a plan run', () => {
  it('gives each suite the same width, which its tests divide', () => {
    const run = testPlanRunView({
      stages: [
        planStageResult({
          suites: [
            planSuiteResult({ status: 'pass' }, { testCount: 1000, passCount: 1000 }),
            planSuiteResult({ status: 'fail' }, { testCount: 4, passCount: 3, failCount: 1 }),
            planSuiteResult({ status: 'error' }),
            planSuiteResult({ status: 'running' }, { testCount: 10, passCount: 2, ignoredCount: 1, runningCount: 2 }),
          ],
        }),
        planStageResult({ suites: [planSuiteResult({ status: 'skipped' }), planSuiteResult({ status: 'pending' })] }),
      ],
    });
    const { segments, total } = planRunSegments(run);
    expect(total).toBe(6);
    expect(Object.fromEntries(segments.map(({ shape, count }) => [shape, Number(count.toFixed(2))]))).toEqual({
      fail: 1.25,
      pass: 2.05,
      running: 0.2,
      notRun: 1,
    });
  });
});
