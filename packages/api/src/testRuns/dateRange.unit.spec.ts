import { InvalidFields } from '@assay/application';
import { dateRangeOf } from './dateRange.ts';

describe('the range of dates that runs are listed by', () => {
  it.each([
    ['2026-11-05,2026-11-05', '2026-11-05T00:00:00.000Z', '2026-11-05T23:59:59.999Z'],
    ['2026-11-05', '2026-11-05T00:00:00.000Z', undefined],
    [' , 2026-11-05 ', undefined, '2026-11-05T23:59:59.999Z'],
    ['2026-11-05T10:00Z,2026-11-05T12:00:00+01:00', '2026-11-05T10:00:00.000Z', '2026-11-05T11:00:00.000Z'],
    ['', undefined, undefined],
    [',', undefined, undefined],
  ])('%j', (text, from, to) => {
    expect(dateRangeOf(text)).toEqual({ from, to });
  });

  it.each([
    'yesterday',
    '1',
    '2026-13-01',
    '2026-11-05T10:00',
    '2026-11-05,x',
    '2026-11-06,2026-11-05',
    '2026-11-05,2026-11-06,2026-11-07',
  ])('refuses %j', (text) => {
    expect(() => dateRangeOf(text)).toThrow(InvalidFields);
  });
});
