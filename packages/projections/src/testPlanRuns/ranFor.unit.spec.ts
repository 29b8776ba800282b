import { ranFor } from './ranFor.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 12, minute)).toISOString();
const go = (from: number, to: number | null) => ({ startedAt: at(from), endedAt: to === null ? null : at(to) });
const minutes = (ms: number | null) => ms && ms / 60_000;

describe('the time that suites ran for', () => {
  it('counts once what ran together', () => {
    expect(minutes(ranFor([go(2, 5), go(0, 3), go(1, 2)]))).toBe(5);
  });

  it('leaves out the time until one of them was run again', () => {
    expect(minutes(ranFor([go(40, 44), go(0, 3)]))).toBe(7);
  });

  it('is unknown while none has ended', () => {
    expect(ranFor([go(0, null), { startedAt: null, endedAt: null }])).toBeNull();
  });
});
