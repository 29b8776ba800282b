import { attemptEnd } from './attemptEnd.ts';

const startedAt = '2026-01-01T00:00:00.000Z';

describe('the end of an attempt', () => {
  it.each([
    [1500, '2026-01-01T00:00:01.500Z'],
    [0, startedAt],
    [1e15, '9999-12-31T23:59:59.999Z'],
    [1e300, '9999-12-31T23:59:59.999Z'],
    [null, null],
  ])('after %d milliseconds is %s', (durationMs, end) => {
    expect(attemptEnd({ startedAt, durationMs })).toBe(end);
  });
});
