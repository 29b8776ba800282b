import type { EnvironmentId, PipelineStageId, ProjectId, TestRunId } from '@assay/contract';
import { noTotals } from '@assay/contract';
import { isOfRun, packRun, unpackRun } from './packedRuns.ts';
import type { RunFacts } from './runFacts.ts';

const at = (minute: number) => `2026-10-10T08:0${minute}:00.000Z`;
/** Each of its numbers another one, so that none can be in the place of another. */
const whole: RunFacts = {
  testRunId: 'run-1' as TestRunId,
  projectId: 'shop' as ProjectId,
  environmentId: 'qa' as EnvironmentId,
  pipelineStageId: 'release' as PipelineStageId,
  branch: 'fix/"quoted", [and] \n 日本',
  commit: 'c0ffee',
  leg: 'browser=firefox, os=linux',
  createdAt: at(1),
  startedAt: at(2),
  endedAt: at(3),
  status: 'FAIL',
  testsKnown: true,
  durationMs: 60_000,
  isUpload: true,
  testCount: 21,
  totals: {
    passed: 1,
    failed: 2,
    ignored: 3,
    notRun: 4,
    flaky: 5,
    quarantinedPassed: 6,
    quarantinedFailed: 7,
    quarantinedOther: 8,
    durationMs: 9,
    quarantinedDurationMs: 10,
  },
  retries: 11,
  retryMs: 12,
  earlier: [],
};
const queued: RunFacts = {
  ...whole,
  pipelineStageId: null,
  commit: null,
  leg: '',
  startedAt: null,
  endedAt: null,
  status: 'QUEUED',
  testsKnown: false,
  durationMs: null,
  isUpload: false,
  totals: noTotals,
};
const { status, endedAt, durationMs, totals, retries, retryMs } = whole;
const overruled: RunFacts = {
  ...whole,
  status: 'PASS',
  earlier: [
    { status, endedAt, durationMs, totals, retries, retryMs, until: at(4) },
    { status: 'CANCELED', endedAt: null, durationMs: null, totals: noTotals, retries: 0, retryMs: 0, until: at(5) },
  ],
};

describe('a packed run', () => {
  it.each([
    { which: 'with all that there is to know', run: whole },
    { which: 'that has not started', run: queued },
    { which: 'whose verdict was overruled twice', run: overruled },
    { which: 'without a leg whose verdict was overruled twice', run: { ...overruled, leg: '' } },
  ])('$which is the same when it is read', ({ run }) => {
    expect(unpackRun(packRun(run))).toEqual(run);
  });

  it('is found by its id, but not by the beginning of it or by the id of something else', () => {
    const row = packRun(whole);
    expect(isOfRun(whole.testRunId)(row)).toBe(true);
    expect(isOfRun('run' as TestRunId)(row)).toBe(false);
    expect(isOfRun('run-11' as TestRunId)(row)).toBe(false);
    expect(isOfRun('shop' as TestRunId)(row)).toBe(false);
  });
});
