import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';
import { limits } from '../limits.ts';
import type { CronSchedule } from './cronSchedule.ts';

const part = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Nullable(Type.Integer({ minimum, maximum, description })));

/** A schedule in parts, in UTC: at a frequency in minutes, or at a time of a day, weekday, month or year. */
export const TriggerSchedule = Type.Object(
  {
    frequencyInMinutes: part(limits.cronMinutesApart, 1_440, 'divides an hour, or is whole hours that divide a day'),
    monthOfYear: part(1, 12, 'null: each'),
    dayOfMonth: part(1, 31, 'null: each'),
    hourOfDayUtc: part(0, 23, 'null: 0 where a day is named, otherwise each'),
    minuteOfHour: part(0, 59, 'null: 0'),
    dayOfWeek: part(0, 6, '0: Sunday; null: each'),
  },
  { additionalProperties: false },
);
export type TriggerSchedule = Static<typeof TriggerSchedule>;

const hour = 60;
const day = 24 * hour;

/** @returns five fields in UTC; null: no cron expression has this frequency, or the schedule is empty */
export function cronOfSchedule(schedule: TriggerSchedule): string | null {
  const { frequencyInMinutes: every, monthOfYear, dayOfMonth, hourOfDayUtc, minuteOfHour, dayOfWeek } = schedule;
  const [month, date, weekday] = [monthOfYear ?? '*', dayOfMonth ?? (monthOfYear ? 1 : '*'), dayOfWeek ?? '*'];
  const isOnDay = date !== '*' || weekday !== '*';
  const atHour = hourOfDayUtc ?? (isOnDay ? 0 : null);
  const minute = minuteOfHour ?? 0;
  if (every == null) {
    if (atHour === null && minuteOfHour == null) return null;
    return [minute, atHour ?? '*', date, month, weekday].join(' ');
  }
  if (every === day) return [minute, atHour ?? 0, date, month, weekday].join(' ');
  // Within a day, only the minute and the days can be chosen.
  if (hourOfDayUtc != null) return null;
  if (every < hour) {
    return hour % every === 0 && minuteOfHour == null ? [`*/${every}`, '*', date, month, weekday].join(' ') : null;
  }
  if (every % hour !== 0 || day % every !== 0) return null;
  return [minute, every === hour ? '*' : `*/${every / hour}`, date, month, weekday].join(' ');
}

const number = /^\d+$/;
const step = /^\*\/(\d+)$/;

/** @returns the parts of a cron expression; null: it is not in UTC, or has lists, ranges or names */
export function scheduleOfCron({ cron, timeZone }: CronSchedule): TriggerSchedule | null {
  const fields = cron.trim().split(/\s+/);
  if ((timeZone !== null && timeZone !== 'UTC') || fields.length !== 5) return null;
  const [minute = '', hours = '', date = '', month = '', weekday = ''] = fields;
  if ([date, month, weekday].some((field) => field !== '*' && !number.test(field))) return null;
  const plain = (field: string) => (number.test(field) ? Number(field) : null);
  const weekdayNumber = plain(weekday);
  const days = {
    monthOfYear: plain(month),
    dayOfMonth: plain(date),
    // Cron has two numbers for Sunday.
    dayOfWeek: weekdayNumber === null ? null : weekdayNumber % 7,
  };
  const isHourly = hours === '*' || step.test(hours);
  if (minute !== '*' && !step.test(minute) && !number.test(minute)) return null;
  if (!isHourly && !number.test(hours)) return null;
  if (number.test(minute)) {
    const parts = { ...days, minuteOfHour: Number(minute), hourOfDayUtc: plain(hours) };
    const frequencyInMinutes = isHourly ? hour * Number(step.exec(hours)?.[1] ?? 1) : null;
    return withoutDrift({ ...parts, frequencyInMinutes });
  }
  if (hours !== '*') return null;
  const frequencyInMinutes = Number(step.exec(minute)?.[1] ?? 1);
  return withoutDrift({ ...days, frequencyInMinutes, minuteOfHour: null, hourOfDayUtc: null });
}

/** Where a step does not divide an hour or a day, the expression has no frequency in minutes. */
function withoutDrift(schedule: TriggerSchedule): TriggerSchedule | null {
  return cronOfSchedule(schedule) === null ? null : schedule;
}
