import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { addMonths, endOfDay, startOfDay } from '../format/calendarDays.ts';
import { chooseDates } from '../format/dateChoice.ts';
import { DayInput, type DayInputProps } from './DayInput.tsx';

afterEach(() => {
  chooseDates({ form: 'MONTH_FIRST', timeZone: null });
  localStorage.clear();
});

type Shown = Partial<DayInputProps> & { value: string; changes: string[] };

function ControlledField({ value: first, changes, ...props }: Shown) {
  const [value, setValue] = useState(first);
  function change(day: string): void {
    changes.push(day);
    setValue(day);
  }
  return <DayInput label="Due" {...props} value={value} onChange={change} />;
}

function show(props: Omit<Shown, 'changes'>) {
  const changes: string[] = [];
  render(
    <MantineProvider env="test">
      <ControlledField {...props} value={props.value} changes={changes} />
    </MantineProvider>,
  );
  return { changes, field: screen.getByLabelText('Due') };
}

describe('a field for a day', () => {
  it("takes a day in the reader's form once it is left, and says what is expected of other texts", async () => {
    chooseDates({ form: 'DAY_FIRST', timeZone: null });
    const { changes, field } = show({ value: '2026-11-03' });
    expect(field).toHaveValue('03/11/26');
    await userEvent.clear(field);
    await userEvent.type(field, '31/02/26');
    expect(screen.queryByText(/^Enter a date/)).not.toBeInTheDocument();
    await userEvent.tab();
    expect(screen.getByText(/^Enter a date such as/)).toBeVisible();
    expect(changes).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '04/12/2026{Enter}');
    expect(changes).toEqual(['2026-12-04']);
    expect(field).toHaveValue('04/12/26');
    await userEvent.clear(field);
    await userEvent.tab();
    expect(changes).toEqual(['2026-12-04', '']);
  });

  it('goes by days with the arrows, and not past its limits', async () => {
    const { changes, field } = show({ value: '2026-03-01', max: '2026-03-01', min: '2026-02-28' });
    await userEvent.type(field, '{ArrowUp}{ArrowDown}{ArrowDown}');
    expect(changes).toEqual(['2026-02-28']);
    await userEvent.clear(field);
    await userEvent.type(field, '03/02/26{Enter}');
    expect(screen.getByText('Enter 03/01/26 or earlier')).toBeVisible();
  });

  it('picks a day of the calendar by keyboard', async () => {
    const { changes, field } = show({ value: '2026-01-31' });
    await userEvent.type(field, '{Alt>}{ArrowDown}{/Alt}');
    const days = within(await screen.findByRole('table', { name: 'January 2026' }));
    expect(days.getByRole('button', { name: '01/31/26' })).toHaveFocus();
    await userEvent.keyboard('{PageDown}');
    expect(screen.getByRole('button', { name: '02/28/26' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Enter}');
    expect(changes).toEqual(['2026-02-22']);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(field).toHaveValue('02/22/26');
  });
});

describe('calendar days', () => {
  it("begin and end at midnight in the reader's zone, also when the clocks change", () => {
    chooseDates({ form: 'ISO', timeZone: 'Europe/Berlin' });
    expect(startOfDay('2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
    expect(endOfDay('2026-03-29')).toBe('2026-03-29T21:59:59.999Z');
    expect(startOfDay('2026-02-30')).toBe('');
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', -2, '2025-11-30'],
  ])('%s and %d months is %s', (day, count, expected) => {
    expect(addMonths(day, count)).toBe(expected);
  });
});
