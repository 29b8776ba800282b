import type { TriggerId } from '@assay/contract';
import { dueTimes, type Scheduled } from '../../packages/automation/src/triggers/dueTimes.ts';
import type { Figure } from './figures.ts';
import { medianAndTail } from './samples.ts';

const count = 5_000;
const minutes = 60;
const minuteMs = 60_000;
const timeZones = [null, 'Europe/Berlin', 'America/New_York'];
const begin = Date.UTC(2026, 10, 23, 12);

/** Half of them hourly, half daily, each at a minute of its own. */
function scheduledAt(index: number): Scheduled {
  const minute = index % 60;
  return {
    triggerId: `trigger-${index}` as TriggerId,
    cron: index % 2 === 0 ? `${minute} * * * *` : `${minute} ${index % 24} * * *`,
    timeZone: timeZones[index % timeZones.length] ?? null,
    catchUpMinutes: 60,
  };
}

/** @returns how long each minute of an hour takes, in ms */
function minutesOf(look: (since: Date, now: Date) => void): number[] {
  return Array.from({ length: minutes }, (_, minute) => {
    const since = new Date(begin + minute * minuteMs);
    const started = performance.now();
    look(since, new Date(since.getTime() + minuteMs));
    return performance.now() - started;
  });
}

/** What it costs to find the times of a minute among 5,000 triggers of one account, once their calendars are known. */
export async function measureTriggers(say: (line: string) => void): Promise<Figure[]> {
  const triggers = Array.from({ length: count }, (_, index) => scheduledAt(index));
  const dueOf = dueTimes();
  const first = performance.now();
  for (const trigger of triggers) dueOf(trigger, new Date(begin - minuteMs), new Date(begin));
  say(`  the first look, which reads their calendars: ${Math.round(performance.now() - first)} ms`);
  let found = 0;
  const measured = minutesOf((since, now) => {
    for (const trigger of triggers) if (dueOf(trigger, since, now).fires) found += 1;
  });
  say(`  ${found} times in an hour`);
  const next = Float64Array.from(triggers, (_, index) => begin + index * minuteMs);
  let overdue = 0;
  const floor = minutesOf((_, now) => {
    for (const time of next) if (time <= now.getTime()) overdue += 1;
  });
  say(`  ${overdue} comparisons said yes`);
  return [
    {
      name: 'the times of a minute, 5,000 triggers',
      unit: 'ms',
      measured: medianAndTail(measured),
      floor: medianAndTail(floor),
      floorIs: 'comparing as many numbers',
      aim: 100,
      aimIsTail: true,
    },
  ];
}
