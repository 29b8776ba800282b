import type { TestResultRow } from '@assay/contract';
import { isNewlyFailing, slowerThan } from './changedSince.ts';

type Earlier = TestResultRow['recent'];
const earlier = (...results: [string, number?][]): Earlier =>
  results.map(([status, durationMs = 1_000]) => ({ status, durationMs, flaky: false }));
const failed = (...statuses: string[]) => ({
  status: 'FAIL' as const,
  duration: 10,
  recent: earlier(...statuses.map((status): [string] => [status])),
});
const passedIn = (duration: number, ...before: number[]) => ({
  status: 'PASS' as const,
  duration,
  recent: earlier(...before.map((ms): [string, number] => ['PASS', ms])),
});

describe('a test compared with its earlier results', () => {
  it('is newly failing when it passed the last time that it ran', () => {
    expect(isNewlyFailing(failed('PASS', 'FAIL'))).toBe(true);
    expect(isNewlyFailing(failed('IGNORED', 'NOT_RUN', 'PASS'))).toBe(true);
    expect(isNewlyFailing(failed('FAIL', 'PASS'))).toBe(false);
    expect(isNewlyFailing(failed())).toBe(false);
    expect(isNewlyFailing({ ...failed('PASS'), status: 'PASS' })).toBe(false);
  });

  it('is slower when it passes in clearly more than it usually takes', () => {
    expect(slowerThan(passedIn(9_000, 3_000, 4_000, 5_000))).toBe(4_000);
    expect(slowerThan(passedIn(5_000, 3_000, 4_000, 5_000))).toBeNull();
    expect(slowerThan(passedIn(900, 100, 100, 100))).toBeNull();
    expect(slowerThan(passedIn(9_000, 3_000, 4_000))).toBeNull();
    expect(slowerThan({ ...passedIn(9_000, 1, 1, 1), status: 'FAIL' })).toBeNull();
  });
});
