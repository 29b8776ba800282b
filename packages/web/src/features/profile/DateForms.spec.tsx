import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { chooseDates, dateChoice, restoreDateChoice } from '../../ui/format/dateChoice.ts';
import { formatClock, formatDateTime, formatDay, formatExactTime } from '../../ui/format/formatTime.ts';
import { DateForms } from './DateForms.tsx';

afterEach(() => {
  chooseDates({ form: 'MONTH_FIRST', timeZone: null });
  localStorage.clear();
});

describe('the form of dates', () => {
  const at = '2026-11-03T23:05:09Z';

  it.each([
    ['MONTH_FIRST', '11/04/26', '11/04/26 12:05 AM', '11/04/26 12:05:09 AM'],
    ['DAY_FIRST', '04/11/26', '04/11/26 00:05', '04/11/26 00:05:09'],
    ['ISO', '2026-11-04', '2026-11-04 00:05', '2026-11-04 00:05:09'],
  ] as const)('%s is the same for days, times and exact times, in the chosen zone', (form, day, time, exact) => {
    chooseDates({ form, timeZone: 'Europe/Berlin' });
    expect([formatDay(at), formatDateTime(at), formatExactTime(at)]).toEqual([day, time, exact]);
    expect(formatClock(at)).toBe('00:05');
  });

  it.each([
    ['{"form":"ISO","timeZone":"UTC"}', { form: 'ISO', timeZone: 'UTC' }],
    ['{"form":"ROMAN","timeZone":"Nowhere"}', { form: 'MONTH_FIRST', timeZone: null }],
    ['{', { form: 'MONTH_FIRST', timeZone: null }],
  ])('is restored from %s', (stored, choice) => {
    localStorage.setItem('assay.dates', stored);
    restoreDateChoice();
    expect(dateChoice()).toEqual(choice);
  });

  it('is chosen in the profile with its time zone', async () => {
    renderOn(makePage(), <DateForms />);
    await userEvent.click(screen.getByRole('radio', { name: /^2026-/ }));
    expect(dateChoice()).toEqual({ form: 'ISO', timeZone: null });
    await userEvent.click(screen.getByRole('combobox', { name: 'Time zone' }));
    await userEvent.click(await screen.findByRole('option', { name: 'UTC' }));
    expect(dateChoice()).toEqual({ form: 'ISO', timeZone: 'UTC' });
    expect(JSON.parse(localStorage.getItem('assay.dates') ?? '')).toEqual({ form: 'ISO', timeZone: 'UTC' });
  });
});
