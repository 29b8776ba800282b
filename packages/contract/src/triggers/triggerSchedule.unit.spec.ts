import { cronOfSchedule, scheduleOfCron, type TriggerSchedule } from './triggerSchedule.ts';

describe('the schedule of a trigger', () => {
  const cases: [TriggerSchedule, string | null][] = [
    [{ frequencyInMinutes: 15 }, '*/15 * * * *'],
    [{ frequencyInMinutes: 60, minuteOfHour: 5 }, '5 * * * *'],
    [{ frequencyInMinutes: 360 }, '0 */6 * * *'],
    [{ frequencyInMinutes: 1_440, hourOfDayUtc: 2, minuteOfHour: 30 }, '30 2 * * *'],
    [{ hourOfDayUtc: 4 }, '0 4 * * *'],
    [{ dayOfWeek: 0, hourOfDayUtc: 3 }, '0 3 * * 0'],
    [{ dayOfWeek: 1 }, '0 0 * * 1'],
    [{ monthOfYear: 2, dayOfMonth: 29, hourOfDayUtc: 0 }, '0 0 29 2 *'],
    [{ monthOfYear: 7 }, '0 0 1 7 *'],
    [{ frequencyInMinutes: 7 }, null],
    [{ frequencyInMinutes: 90 }, null],
    [{ frequencyInMinutes: 30, hourOfDayUtc: 2 }, null],
    [{}, null],
  ];
  it.each(cases)('%j is the cron expression %s', (schedule, cron) => {
    expect(cronOfSchedule(schedule)).toBe(cron);
  });

  it.each(cases.flatMap(([, cron]) => cron ?? []))('has the same times from %s and back', (cron) => {
    const schedule = scheduleOfCron({ cron, timeZone: null });
    expect(schedule && cronOfSchedule(schedule)).toBe(cron);
  });

  it.each([
    ['30 2 * * *', 'Europe/Berlin'],
    ['0 2,4 * * *', null],
    ['0 9 * * 1-5', null],
    ['0 9 * JAN *', null],
    ['*/7 * * * *', null],
    ['30 2 * *', null],
  ])('has no parts for %s in %s', (cron, timeZone) => {
    expect(scheduleOfCron({ cron, timeZone })).toBeNull();
  });

  it('names Sunday 0', () => {
    expect(scheduleOfCron({ cron: '0 3 * * 7', timeZone: 'UTC' })).toMatchObject({ dayOfWeek: 0, hourOfDayUtc: 3 });
  });
});
