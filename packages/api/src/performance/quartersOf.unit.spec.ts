import { quartersOf } from './quartersOf.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
const took = (minute: number, duration: number, weight = 1, dbTime = duration / 2) => ({
  ...{ startTime: at(minute), duration, weight, dbTime },
});

describe('the chart of performance records', () => {
  it('has a bar for each quarter of an hour with records', () => {
    expect(quartersOf([took(31, 40), took(14, 10), took(0, 30), took(29, 20)])).toMatchObject([
      { startTime: at(0).toISOString(), count: 2, p50: 10, p95: 30, dbTime: 15 },
      { startTime: at(15).toISOString(), count: 1, p50: 20 },
      { startTime: at(30).toISOString(), count: 1 },
    ]);
  });

  it('counts sampled records by their weight', () => {
    const sampled = [took(1, 10, 20), took(2, 12, 20), took(3, 9_000)];
    expect(quartersOf(sampled)).toMatchObject([{ count: 41, p50: 12, p95: 12 }]);
    expect(quartersOf([...sampled, took(4, 8_000), took(5, 8_500)])).toMatchObject([{ count: 43, p95: 8_000 }]);
  });

  it('shows no more time in the stores than the work took', () => {
    expect(quartersOf([took(1, 10, 1, 25)])).toMatchObject([{ dbTime: 10 }]);
    expect(quartersOf([])).toEqual([]);
  });
});
