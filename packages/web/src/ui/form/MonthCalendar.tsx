import { ActionIcon, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, addMonths, dayAt, weekdayOf } from '../format/calendarDays.ts';
import { dateChoice } from '../format/dateChoice.ts';
import { formatCalendarDay } from '../format/formatTime.ts';
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts';
import styles from './monthCalendar.module.css';

const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];

type Props = {
  /** The chosen day; '': none. */
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
};

/** A month of days to pick one of: arrows go by day and week, Page Up and Page Down by month. */
export function MonthCalendar({ day, min, max, onPick, onClose }: Props) {
  const today = dayAt(Date.now());
  const [current, setCurrent] = useState(day || clamp(today));
  const grid = useRef<HTMLTableElement>(null);
  const firstWeekday = dateChoice().form === 'MONTH_FIRST' ? 0 : 1;
  const first = `${current.slice(0, 8)}01`;
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7));
  const title = new Date(`${first}T00:00:00Z`).toLocaleDateString('en', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the current day
  useEffect(() => {
    grid.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
  }, [current]);

  function clamp(to: string): string {
    if (min && to < min) return min;
    return max && to > max ? max : to;
  }
  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const to = target(event.key, current, firstWeekday);
    if (to === null) return;
    event.preventDefault();
    setCurrent(clamp(to));
  }

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label="Previous month"
          onClick={() => setCurrent(clamp(addMonths(current, -1)))}
        >
          <IconChevronLeft size={16} stroke={1.75} />
        </ActionIcon>
        <span aria-live="polite">{title}</span>
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label="Next month"
          onClick={() => setCurrent(clamp(addMonths(current, 1)))}
        >
          <IconChevronRight size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <table ref={grid} aria-label={title} onKeyDown={move}>
        <thead>
          <tr>
            {weekdays.map((_, index) => {
              const name = weekdays[(index + firstWeekday) % 7];
              return <th key={name}>{name}</th>;
            })}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => addDays(start, week * 7)).map((monday) => (
            <tr key={monday}>
              {Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((one) => (
                <td key={one}>
                  <UnstyledButton
                    className={styles.day}
                    tabIndex={one === current ? 0 : -1}
                    data-autofocus={one === current || undefined}
                    disabled={clamp(one) !== one}
                    data-outside={!one.startsWith(first.slice(0, 7)) || undefined}
                    data-today={one === today || undefined}
                    aria-current={one === today ? 'date' : undefined}
                    aria-pressed={one === day}
                    aria-label={formatCalendarDay(one)}
                    onClick={() => onPick(one)}
                  >
                    {Number(one.slice(8))}
                  </UnstyledButton>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @returns the day that a key leads to; null for keys that lead nowhere */
function target(key: string, day: string, firstWeekday: number): string | null {
  const ofWeek = (weekdayOf(day) - firstWeekday + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -ofWeek);
    case 'End':
      return addDays(day, 6 - ofWeek);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
}
