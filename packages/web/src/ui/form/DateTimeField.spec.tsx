import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseDates } from '../format/dateChoice.ts';
import { parseDateTime } from '../format/parseDateTime.ts';
import { DateTimeField } from './DateTimeField.tsx';

afterEach(() => {
  chooseDates({ form: 'MONTH_FIRST', timeZone: null });
  localStorage.clear();
});

describe('a typed date', () => {
  it.each([
    ['MONTH_FIRST', '11/03/26 2:05 PM', '2026-11-03T13:05:00.000Z'],
    ['MONTH_FIRST', '11/03/26 12:05 am', '2026-11-02T23:05:00.000Z'],
    ['DAY_FIRST', '03/07/26 14:05', '2026-07-03T12:05:00.000Z'],
    ['ISO', '2026-11-03', '2026-11-02T23:00:00.000Z'],
    ['DAY_FIRST', '2026-11-03 00:30', '2026-11-02T23:30:00.000Z'],
  ] as const)('%s %p is read in the chosen zone', (form, text, moment) => {
    chooseDates({ form, timeZone: 'Europe/Berlin' });
    expect(parseDateTime(text)).toBe(moment);
  });

  it.each(['02/30/26', '11/03/26 25:00', 'yesterday', '13/01/26'])('%p is refused', (text) => {
    expect(parseDateTime(text)).toBeNull();
  });

  it('changes the moment on Enter, and says what is expected while it is wrong', async () => {
    chooseDates({ form: 'ISO', timeZone: 'UTC' });
    const changes: string[] = [];
    render(
      <MantineProvider env="test">
        <DateTimeField label="As of" value="2026-11-03T14:05:00Z" onChange={(value) => changes.push(value)} />
      </MantineProvider>,
    );
    const field = screen.getByLabelText('As of');
    expect(field).toHaveValue('2026-11-03 14:05');
    await userEvent.clear(field);
    await userEvent.type(field, '2026-11-0');
    expect(screen.getByText(/^Enter a date such as \d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible();
    await userEvent.type(field, '1 09:00{Enter}');
    expect(changes).toEqual(['2026-11-01T09:00:00.000Z']);
  });
});
