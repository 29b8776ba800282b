import { type LeaseId, leaseIdOf, parseLeaseId, type TestRunId } from './ids.ts';

const testRunId = '0192f0c1-7b7e-7000-8000-000000000001' as TestRunId;

describe('a lease id', () => {
  it('is read back as run, unit and attempt', () => {
    expect(parseLeaseId(leaseIdOf(testRunId, 12, 3))).toEqual({ testRunId, unit: 12, attempt: 3 });
  });

  it.each(['', 'run', 'run.1', 'run.1.', 'run.one.1', '.1.1', 'run.1.1.1'])('is never %j', (text) => {
    expect(() => parseLeaseId(text as LeaseId)).toThrow(RangeError);
  });
});
