import { Cron } from 'croner';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** When a trigger is due: five fields, and the time zone that they are read in. */
export type CronSchedule = { cron: string; timeZone: string | null };

/** Times in a row that have to be far enough apart. */
const checkedTimes = 24;

/** @throws TypeError or RangeError for what is no cron expression, and Error for what is no time zone */
function cronOf({ cron, timeZone }: CronSchedule): Cron {
  const fields = { mode: '5-part', paused: true } as const;
  // UTC as an offset needs no calendar, which costs most of the time.
  return new Cron(cron, timeZone === null ? { ...fields, utcOffset: 0 } : { ...fields, timezone: timeZone });
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    // The only way to ask.
    return false;
  }
}

/**
 * The times of a schedule, for whoever asks for them again and again. Where clocks go forward, a fixed time in the gap
 * moves to its end; where they go back, it comes once, and what recurs within hours comes in both.
 */
export type CronTimes = {
  /** @returns the first time after the instant; null: there is none */
  after(instant: Date): Date | null;
  /** @returns up to `count` times after the instant, in order */
  next(count: number, instant: Date): Date[];
  /** @returns the last time before the instant; null: there is none */
  before(instant: Date): Date | null;
};

/** @throws when the expression or the time zone is none */
export function cronTimes(schedule: CronSchedule): CronTimes {
  const cron = cronOf(schedule);
  return {
    after: (instant) => cron.nextRun(instant),
    next: (count, instant) => cron.nextRuns(count, instant),
    before: (instant) => cron.previousRuns(1, instant)[0] ?? null,
  };
}

/**
 * Checked by the engine that computes the times, so that nothing is accepted that never comes.
 * @returns what is wrong with a schedule, by field; null: nothing
 */
export function cronProblem(
  { cron, timeZone }: CronSchedule,
  now: Date,
): { field: 'cron' | 'timeZone'; message: string } | null {
  if (timeZone !== null && !isTimeZone(timeZone)) return { field: 'timeZone', message: messages.selectTimeZone };
  const wrong = (message: string) => ({ field: 'cron' as const, message });
  if (cron.trim().split(/\s+/).length !== 5) return wrong(messages.validCron);
  try {
    const times = cronTimes({ cron, timeZone }).next(checkedTimes, now);
    if (times.length === 0) return wrong(messages.validCron);
    const apart = limits.cronMinutesApart * 60_000;
    const isTooOften = times.some((time, index) => time.getTime() - (times[index - 1]?.getTime() ?? 0) < apart);
    return isTooOften ? wrong(messages.cronTooOften) : null;
  } catch {
    // It throws errors of several kinds, in words for programmers.
    return wrong(messages.validCron);
  }
}
