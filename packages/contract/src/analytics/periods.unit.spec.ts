import { periodsOf } from './periods.ts';
import { frequenciesOf } from './timeframes.ts';

const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
const cut = (start: string, end: string, ...how: [Parameters<typeof periodsOf>[1], string]) =>
  periodsOf({ start: Date.parse(start), end: Date.parse(end) }, ...how).map((period) => iso(period.start));

describe('the periods of a chart', () => {
  it('are days between the midnights of the zone', () => {
    expect(cut('2026-11-01T05:00Z', '2026-11-03T05:00Z', 'Daily', 'America/Bogota')).toEqual([
      '2026-11-01T05:00',
      '2026-11-02T05:00',
    ]);
  });

  it('have 25 and 23 hours where clocks change', () => {
    const berlin = ['Daily', 'Europe/Berlin'] as const;
    expect(cut('2026-10-24T22:00Z', '2026-10-26T23:00Z', ...berlin)).toEqual(['2026-10-24T22:00', '2026-10-25T23:00']);
    expect(cut('2026-03-28T23:00Z', '2026-03-30T22:00Z', ...berlin)).toEqual(['2026-03-28T23:00', '2026-03-29T22:00']);
    expect(cut('2026-10-24T22:00Z', '2026-10-25T23:00Z', 'Hourly', 'Europe/Berlin')).toHaveLength(25);
  });

  it('begin when the clock jumps, where it jumps over midnight', () => {
    // Beirut put its clocks forward at midnight: 2022-03-27 began at 01:00.
    expect(cut('2022-03-25T22:00Z', '2022-03-27T21:00Z', 'Daily', 'Asia/Beirut')).toEqual([
      '2022-03-25T22:00',
      '2022-03-26T22:00',
    ]);
  });

  it('are whole hours of the clock, also where it is half an hour off', () => {
    expect(cut('2026-11-01T18:30Z', '2026-11-01T20:45Z', 'Hourly', 'Asia/Kolkata')).toEqual([
      '2026-11-01T18:30',
      '2026-11-01T19:30',
      '2026-11-01T20:30',
    ]);
  });

  it('are weeks from Monday on and months, the first and last of them cut off', () => {
    expect(cut('2026-10-31T00:00Z', '2026-11-12T00:00Z', 'Weekly', 'UTC')).toEqual([
      '2026-10-31T00:00',
      '2026-11-02T00:00',
      '2026-11-09T00:00',
    ]);
    expect(cut('2026-10-31T00:00Z', '2026-12-02T00:00Z', 'Monthly', 'UTC')).toEqual([
      '2026-10-31T00:00',
      '2026-11-01T00:00',
      '2026-12-01T00:00',
    ]);
  });

  it('are hours of one day only, and months of at least sixty days', () => {
    expect(frequenciesOf(1)).toEqual(['Hourly', 'Daily', 'Weekly']);
    expect(frequenciesOf(30)).toEqual(['Daily', 'Weekly']);
    expect(frequenciesOf(60)).toEqual(['Daily', 'Weekly', 'Monthly']);
  });
});
