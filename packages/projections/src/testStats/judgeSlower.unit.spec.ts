import { judgeSlower } from './judgeSlower.ts';

const at = (place: number) => new Date(Date.UTC(2026, 10, 1) + place * 3_600_000).toISOString();
const timings = (...durations: number[]) => durations.map((durationMs, place) => ({ durationMs, at: at(place) }));
const times = (count: number, durationMs: number) => Array.from({ length: count }, () => durationMs);
/** Around a second. */
const usual = (count: number) => Array.from({ length: count }, (_, place) => 1_000 + (place % 5) * 20);

describe('a slower test', () => {
  it('takes longer by its median, twice in a row', () => {
    expect(judgeSlower(timings(...usual(30), ...times(6, 2_000)))).toEqual({
      beforeMs: 1_040,
      nowMs: 2_000,
      since: at(30),
    });
    expect(judgeSlower(timings(...usual(30), ...times(3, 2_000)))).toBeNull();
  });

  it.each([
    ['waited for a slow machine once or twice', [...usual(30), 9_000, 1_000, 9_000, 1_000, 1_000, 1_000]],
    ['takes less than 1.3 times as long', [...times(30, 10_000), ...times(10, 12_500)]],
    ['takes less than half a second longer', [...times(30, 100), ...times(10, 550)]],
    [
      'has always been that unsteady',
      [...Array.from({ length: 30 }, (_, n) => (n % 2 ? 500 : 4_000)), ...times(10, 4_000)],
    ],
    ['has too few results', [...usual(5), ...times(5, 5_000)]],
    ['is as quick as before again', [...usual(30), ...times(10, 2_000), ...usual(6)]],
  ])('is not one that %s', (_, durations) => {
    expect(judgeSlower(timings(...durations))).toBeNull();
  });

  it('stays slower than it was, however long it has been so', () => {
    expect(judgeSlower(timings(...usual(30), ...times(60, 2_000)))).toMatchObject({ nowMs: 2_000 });
  });
});
