import { attemptLimits } from '@assay/contract';
import { boundedDuration, boundedTime } from './boundedTimes.ts';

describe('times that test processes report', () => {
  it.each([8.64e15, 1e300, Number.POSITIVE_INFINITY, Number.NaN, -1])('replaces a start of %d by the present', (ms) => {
    expect(boundedTime(ms, 1000)).toBe(1000);
  });

  it.each([0, 1_700_000_000_000.5, Date.parse('9999-12-31T23:59:59.999Z')])('leaves a start of %d as it is', (ms) => {
    expect(boundedTime(ms, 1000)).toBe(ms);
  });

  it.each([
    [1e300, attemptLimits.durationMs],
    [Number.POSITIVE_INFINITY, attemptLimits.durationMs],
    [Number.NaN, 0],
    [-5, 0],
    [1.6, 2],
  ])('turns a duration of %d into %d', (ms, bounded) => {
    expect(boundedDuration(ms)).toBe(bounded);
  });
});
