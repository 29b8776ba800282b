import type { TestRunEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { request, testRunId, totalsOf } from '../../test/testRunFacts.ts';
import { testRunDecider } from './decideTestRun.ts';

const upload = { commit: 'abc', testCount: 3, quarantinedCount: 1, files: [] };
const created: TestRunEvent = { type: 'TestRunCreated', data: { ...request, upload } };
const run = (...events: TestRunEvent[]) => given(testRunDecider, created, ...events);
const finished = (status: 'PASS' | 'FAIL', code: string | null, statusInfo: string | null, totals = totalsOf({})) => ({
  type: 'TestRunFinished' as const,
  data: { testRunId, status, code, statusInfo, totals },
});
const finish = (totals: ReturnType<typeof totalsOf>, problem: { code: string; message: string } | null = null) => ({
  type: 'finishUpload' as const,
  totals,
  problem,
});

const resumed: TestRunEvent = { type: 'UploadResumed', data: { testRunId } };

describe('an uploaded run', () => {
  it('is never queued, set up or lost by a runner', () => {
    run().when({ type: 'submitTestRun' }).gives();
    run().when({ type: 'finishTestRun' }).gives();
    run()
      .when({ type: 'finishUnit', unit: 0, attempt: 1, totals: totalsOf({}), problem: null })
      .gives();
  });

  it('passes or fails by its results; quarantined failures do not fail it', () => {
    const passed = totalsOf({ passed: 2, quarantinedFailed: 1 });
    run()
      .when(finish(passed))
      .gives(finished('PASS', null, null, passed));
    const failed = totalsOf({ passed: 2, failed: 1 });
    run()
      .when(finish(failed))
      .gives(finished('FAIL', null, null, failed));
  });

  it('does not pass if part of it could not be read', () => {
    const totals = totalsOf({ passed: 2 });
    const problem = { code: 'upload.unreadable', message: 'b.xml, line 3, column 7: unclosed tag' };
    run()
      .when(finish(totals, problem))
      .gives(finished('FAIL', problem.code, problem.message, totals));
  });

  it('is finished once, and not after it was canceled', () => {
    run(finished('PASS', null, null))
      .when(finish(totalsOf({ failed: 1 })))
      .gives();
    run({ type: 'TestRunCanceled', data: { testRunId, from: 'RUNNING', totals: totalsOf({}), supersededBy: null } })
      .when(finish(totalsOf({ passed: 1 })))
      .gives();
  });

  describe('whose upload was cut off', () => {
    const here = totalsOf({ passed: 1, quarantinedFailed: 1 });
    const cutOff = finished(
      'FAIL',
      'upload.cutOff',
      'Taking in these results was cut off: 2 of 3 are here. Upload the same files again.',
      here,
    );

    it('fails, and says how much of it arrived', () => {
      run().when({ type: 'cutOffUpload', totals: here }).gives(cutOff);
    });

    it('gets its final verdict once the rest has arrived', () => {
      const totals = totalsOf({ passed: 2, quarantinedFailed: 1 });
      const whole = finished('PASS', null, null, totals);
      run(cutOff).when(finish(totals)).gives(resumed, whole);
      run(cutOff, resumed).when(finish(totals)).gives(whole);
      run(cutOff, resumed, whole)
        .when(finish(totalsOf({ failed: 3 })))
        .gives();
      run(cutOff, resumed, whole).when({ type: 'cutOffUpload', totals: here }).gives();
      run(cutOff, resumed, whole).when({ type: 'resumeUpload' }).gives();
    });

    it('is reopened when more arrives, and may be cut off again or canceled', () => {
      run(cutOff).when({ type: 'resumeUpload' }).gives(resumed);
      expect(run(cutOff, resumed).state).not.toHaveProperty('verdict');
      run(cutOff, resumed).when({ type: 'resumeUpload' }).gives();
      run(cutOff, resumed).when({ type: 'cutOffUpload', totals: here }).gives(cutOff);
      run(cutOff, resumed)
        .when({ type: 'setStatus', status: 'CANCELED' })
        .gives({ type: 'TestRunCanceled', data: { testRunId, from: 'RUNNING', totals: here, supersededBy: null } });
    });

    it('has two verdicts in older logs; the second one counts', () => {
      const totals = totalsOf({ passed: 2, quarantinedFailed: 1 });
      const { state } = run(cutOff, finished('PASS', null, null, totals));
      expect(state).toMatchObject({ status: 'PASS', cutOff: false, totals });
    });

    it('keeps a status that a person set in between', () => {
      const set: TestRunEvent = { type: 'TestRunStatusSet', data: { testRunId, from: 'FAIL', to: 'CANCELED' } };
      run(cutOff, set)
        .when(finish(totalsOf({ passed: 3 })))
        .gives();
      run(cutOff, set).when({ type: 'resumeUpload' }).gives();
    });

    it('was an unfinished upload', () => {
      given(testRunDecider, { type: 'TestRunCreated', data: request })
        .when({ type: 'cutOffUpload', totals: here })
        .gives();
      run(finished('PASS', null, null))
        .when({ type: 'cutOffUpload', totals: here })
        .gives();
    });
  });

  it('can only finish this way if it is an upload', () => {
    given(testRunDecider, { type: 'TestRunCreated', data: request })
      .when(finish(totalsOf({ passed: 1 })))
      .gives();
  });
});
