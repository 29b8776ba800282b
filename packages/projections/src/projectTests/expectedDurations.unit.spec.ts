import { expectedDurationOf } from './expectedDurations.ts';

const results = (...durations: number[]) => durations.map((durationMs) => ({ status: 'PASS' as const, durationMs }));

describe('the expected duration of a test', () => {
  it.each([
    ['what its newest results take, whatever once was', results(100, 110, 120, 9_000, 9_000, 9_000), 110],
    ['the newest when it has become slower', results(500, 100, 100), 500],
    ['its old duration when it was quick only once', results(10, 100, 100), 100],
    ['its new duration once it was quick twice', results(10, 10, 100), 10],
  ])('is %s', (_, recent, expected) => {
    expect(expectedDurationOf(recent)).toBe(expected);
  });

  it('is unknown if it never ran', () => {
    expect(expectedDurationOf([])).toBeNull();
    expect(expectedDurationOf([{ status: 'NOT_RUN', durationMs: 0 }])).toBeNull();
  });
});
