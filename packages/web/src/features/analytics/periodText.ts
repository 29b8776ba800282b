import type { Frequency } from '@assay/contract';

type Period = { start: string; end: string };

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });
const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** What a column of a table with such periods is called. */
export const periodNames: Readonly<Record<Frequency, string>> = {
  Hourly: 'Hour',
  Daily: 'Day',
  Weekly: 'Week',
  Monthly: 'Month',
};

/** @returns a period as an axis shows it: `14:00`, `Oct 21` or `October 2026` */
export function axisText({ start }: Period, frequency: Frequency): string {
  if (frequency === 'Hourly') return hour.format(new Date(start));
  return frequency === 'Monthly' ? month.format(new Date(start)) : day.format(new Date(start));
}

/** @returns a period in full: `14:00`, `Wed, Nov 18`, `Nov 16 – Nov 22` or `November 2026`; part of a week or month as its days */
export function periodText(period: Period, frequency: Frequency): string {
  const [start, last] = [new Date(period.start), new Date(Date.parse(period.end) - 1)];
  if (frequency === 'Hourly') return hour.format(start);
  if (frequency === 'Daily') return weekday.format(start);
  const days =
    day.format(start) === day.format(last) ? day.format(start) : `${day.format(start)} – ${day.format(last)}`;
  return frequency === 'Monthly' ? `${month.format(start)}, ${days}` : days;
}
