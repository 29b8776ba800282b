import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { addDays, dayAt } from '../format/calendarDays.ts';
import { formatCalendarDay } from '../format/formatTime.ts';
import { parseDay } from '../format/parseDateTime.ts';
import { IconCalendar } from '../icons/icons.ts';
import { MonthCalendar } from './MonthCalendar.tsx';

export type DayInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> & {
  /** `2026-11-26`; '': none. Anything else is shown as it is. */
  value: string;
  onChange: (day: string) => void;
  /** Called for each change of the text, with the day, or the text as long as it is not a day. */
  onType?: (dayOrText: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** In a popover, which would close when the calendar is clicked outside it. */
  isInPopover?: boolean;
};

/**
 * A calendar day in the reader's form of dates, where a browser's own field has that of its language. The arrows go a
 * day up and down, Alt with the down arrow opens a calendar.
 */
export function DayInput({
  value,
  onChange,
  onType,
  onBlur,
  error,
  min,
  max,
  isInPopover = false,
  ...props
}: DayInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [opened, setOpened] = useState(false);
  const shown = parseDay(value) === null ? value : formatCalendarDay(value);
  const typed = draft === null ? value : dayOf(draft);
  const wrong = typed === null ? `Enter a date such as ${formatCalendarDay(dayAt(Date.now()))}` : outside(typed);

  function dayOf(text: string): string | null {
    return text.trim() === '' ? '' : parseDay(text);
  }
  function outside(day: string): string | null {
    if (day === '') return null;
    if (min && day < min) return `Enter ${formatCalendarDay(min)} or later`;
    return max && day > max ? `Enter ${formatCalendarDay(max)} or earlier` : null;
  }
  function take(day: string | null): void {
    if (day === null || outside(day) !== null) return;
    setDraft(null);
    if (day !== value) onChange(day);
  }
  function type(text: string): void {
    setDraft(text);
    setLeft(false);
    onType?.(dayOf(text) ?? text);
  }
  function close(): void {
    setOpened(false);
  }

  return (
    <Popover
      // What opens it is the button, not the text in which Mantine would say so.
      withRoles={false}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="sm"
      withinPortal={!isInPopover}
    >
      <Popover.Target>
        <TextInput
          placeholder={formatCalendarDay(dayAt(Date.now()))}
          autoComplete="off"
          {...props}
          error={error ?? (isLeft ? wrong : null)}
          value={draft ?? shown}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={(event) => {
            setLeft(true);
            take(typed);
            onBlur?.(event);
          }}
          onKeyDown={(event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (event.key === 'Enter') {
              setLeft(true);
              take(typed);
            } else if (event.altKey && event.key === 'ArrowDown') {
              event.preventDefault();
              setOpened(true);
            } else if (step !== undefined) {
              event.preventDefault();
              take(typed ? addDays(typed, step) : dayAt(Date.now()));
            }
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              size={24}
              disabled={props.disabled}
              onClick={() => setOpened(!opened)}
              aria-label="Open calendar"
              aria-haspopup="dialog"
              aria-expanded={opened}
            >
              <IconCalendar size={16} stroke={1.75} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        p={8}
        role="dialog"
        aria-label="Calendar"
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      >
        <MonthCalendar
          day={typed ?? ''}
          min={min}
          max={max}
          onPick={(day) => {
            close();
            take(day);
          }}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
