import { Popover, Radio, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { type Span, spans } from './dateSpans.ts';
import { daysOf } from './dayRange.ts';
import pill from './FilterPill.module.css';
import { DayInput } from './form/DayInput.tsx';
import { formatCalendarDay } from './format/formatTime.ts';

/** The date filter: a span up to today, or a range of days. */
export function DateFilter({ date, onChange }: { date: string; onChange: (date: string) => void }) {
  const [opened, setOpened] = useState(false);
  const days = daysOf(date);
  const label = days
    ? days.from === days.to
      ? formatCalendarDay(days.from)
      : `${formatCalendarDay(days.from)} – ${formatCalendarDay(days.to)}`
    : (spans[date as Span] ?? 'Date');

  function setDay(which: 'from' | 'to', day: string): void {
    if (day === '') return;
    const from = which === 'from' ? day : (days?.from ?? day);
    const to = which === 'to' ? day : (days?.to ?? day);
    onChange(from <= to ? `${from}..${to}` : `${day}..${day}`);
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={296} shadow="sm">
      <Popover.Target>
        <UnstyledButton
          className={date === '' ? pill.pill : `${pill.pill} ${pill.on}`}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          aria-label={date === '' ? 'Date' : `Date: ${label}`}
        >
          {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label="Date filter">
        <Radio.Group value={days ? 'days' : date} onChange={onChange} aria-label="Span">
          <div style={{ display: 'grid', gap: 8 }}>
            <Radio size="xs" value="" label="Any date" />
            {Object.entries(spans).map(([span, text]) => (
              <Radio size="xs" key={span} value={span} label={text} />
            ))}
          </div>
        </Radio.Group>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8, marginTop: 12 }}>
          <DayInput
            label="From"
            value={days?.from ?? ''}
            max={days?.to}
            onChange={(day) => setDay('from', day)}
            isInPopover
          />
          <DayInput
            label="To"
            value={days?.to ?? ''}
            min={days?.from}
            onChange={(day) => setDay('to', day)}
            isInPopover
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
