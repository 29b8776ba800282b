import { type CronSchedule, clockFormat, cronProblem, cronTimes } from '@assay/contract';
import cronstrue from 'cronstrue';

/** @returns a schedule in words: 'At 02:30, every day'. The expression itself if there are none for it. */
export function wordsOf(cron: string): string {
  const words = cronstrue.toString(cron, {
    use24HourTimeFormat: true,
    verbose: true,
    throwExceptionOnParseError: false,
  });
  if (words.startsWith('An error occurred')) return cron;
  // What recurs within hours does so every day, unless it says otherwise.
  return words.replace(/(, every hour)?, every day$/, (every, hour) => (hour ? '' : every));
}

/** @returns whether the engine that fires takes the schedule. */
export function isValidSchedule(schedule: CronSchedule, now: Date): boolean {
  return cronProblem(schedule, now) === null;
}

/** A night on which the clocks of a time zone change a time of the schedule. */
export type ClockChange = {
  /** `skipped`: the time does not exist, and the end of the gap is taken. `twice`: the time comes twice. */
  kind: 'skipped' | 'twice';
  /** The wall clock's time that the schedule asks for, as if it were UTC. */
  wall: Date;
  /** When it fires. */
  at: Date;
};

const day = 24 * 3_600_000;
const minute = 60_000;

/** @returns how far the zone is ahead of UTC at an instant, in ms */
function offsetOf(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minutes, second) - Math.floor(at / 1000) * 1000;
}

/** @returns when the zone's clocks change within the year after an instant, and by how much */
function changesOf(timeZone: string, from: number): { at: number; before: number; after: number }[] {
  const format = clockFormat(timeZone);
  const changes: { at: number; before: number; after: number }[] = [];
  let before = offsetOf(format, from);
  for (let at = from; at < from + 366 * day; at += day) {
    const after = offsetOf(format, at + day);
    if (after === before) continue;
    let [early, late] = [Math.floor(at / minute) * minute, Math.ceil((at + day) / minute) * minute];
    while (late - early > minute) {
      const middle = Math.floor((early + late) / 2 / minute) * minute;
      if (offsetOf(format, middle) === before) early = middle;
      else late = middle;
    }
    changes.push({ at: late, before, after });
    before = after;
  }
  return changes;
}

/** @returns the times of the schedule within a year that a change of the clocks moves or repeats; none for UTC */
export function clockChanges({ cron, timeZone }: CronSchedule, now: Date): ClockChange[] {
  if (timeZone === null) return [];
  const asWritten = cronTimes({ cron, timeZone: null });
  const times = cronTimes({ cron, timeZone });
  return changesOf(timeZone, now.getTime()).flatMap(({ at, before, after }) => {
    const [wallFrom, wallTo] = [at + Math.min(before, after), at + Math.max(before, after)];
    const wall = asWritten.after(new Date(wallFrom - 1));
    if (!wall || wall.getTime() >= wallTo) return [];
    const kind = after > before ? 'skipped' : 'twice';
    const fires = times.after(new Date(kind === 'skipped' ? at - 1 : wall.getTime() - before - 1));
    return fires ? [{ kind, wall, at: fires }] : [];
  });
}

const oneTime = /^(\d{1,2})\s+(\d{1,2})(\s.+)$/;

/** @returns the time of day of a schedule that has one, such as 02:30; the expression itself if it has several */
export function clockOf(cron: string): string {
  const [, minutes, hour] = oneTime.exec(cron.trim()) ?? [];
  return minutes && hour ? `${hour.padStart(2, '0')}:${minutes.padStart(2, '0')}` : cron;
}

/**
 * @returns the schedule at the next hour of the same day, or else the one before, at which no clock is changed within the
 * year; null: it has several times of day, or there is no such hour near it
 */
export function outsideChanges({ cron, timeZone }: CronSchedule, now: Date): string | null {
  const [, minutes, hour, days] = oneTime.exec(cron.trim()) ?? [];
  if (!minutes || !hour || !days) return null;
  const near = [1, 2, 3, -1, -2, -3].map((by) => Number(hour) + by).filter((other) => other >= 0 && other < 24);
  const moved = near.map((other) => `${minutes} ${other}${days}`);
  return moved.find((other) => clockChanges({ cron: other, timeZone }, now).length === 0) ?? null;
}
