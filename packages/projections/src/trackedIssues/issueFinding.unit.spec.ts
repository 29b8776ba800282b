import type { ResultStatus } from '@assay/contract';
import { findingOf } from './issueFinding.ts';

const fixedAt = '2026-11-20T10:00:00.000Z';
/** Results of a test, newest first, a day apart. */
const results = (newest: string, ...statuses: ResultStatus[]) =>
  statuses.map((status, days) => ({ status, at: new Date(Date.parse(newest) - days * 86_400_000).toISOString() }));
const done = { category: 'DONE' as const, statusAt: fixedAt };
const open = { category: 'IN_PROGRESS' as const, statusAt: fixedAt };

describe('what tests say about an issue', () => {
  it('is that a fix did not help where a test failed after the issue was done', () => {
    const after = '2026-11-21T10:00:00.000Z';
    expect(findingOf(done, [results(after, 'FAIL', 'FAIL'), results(after, 'PASS')])).toEqual({
      finding: 'FIXED_BUT_FAILING',
      passingRuns: 0,
      failingTests: 1,
    });
  });

  it('is nothing where the failure is from before the fix, or the test has passed since', () => {
    expect(findingOf(done, [results('2026-11-19T10:00:00.000Z', 'FAIL')]).finding).toBeNull();
    expect(findingOf(done, [results('2026-11-22T10:00:00.000Z', 'PASS', 'FAIL')]).finding).toBeNull();
  });

  it('is since when all tests of an open issue pass, by the one that passes for the shortest time', () => {
    const tests = [results(fixedAt, 'PASS', 'PASS', 'PASS'), results(fixedAt, 'IGNORED', 'PASS', 'PASS', 'FAIL')];
    expect(findingOf(open, tests)).toEqual({ finding: 'OPEN_BUT_PASSING', passingRuns: 2, failingTests: 0 });
  });

  it('is nothing while one of them fails, was never run, or the tracker has not answered', () => {
    expect(findingOf(open, [results(fixedAt, 'PASS'), results(fixedAt, 'FAIL')]).finding).toBeNull();
    expect(findingOf(open, []).finding).toBeNull();
    expect(findingOf(open, [results(fixedAt, 'NOT_RUN')]).finding).toBeNull();
    expect(findingOf({ ...open, category: 'REQUESTED' }, [results(fixedAt, 'PASS')]).finding).toBeNull();
    expect(findingOf({ ...open, category: 'GONE' }, [results(fixedAt, 'PASS')]).finding).toBeNull();
  });
});
