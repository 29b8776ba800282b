import { clockChanges } from '../../../../test/support/clockChanges.ts';
import { cronProblem, cronTimes } from './cronSchedule.ts';

const timesOf = (cron: string, timeZone: string | null, from: string, count: number) =>
  cronTimes({ cron, timeZone })
    .next(count, new Date(from))
    .map((time) => time.toISOString().slice(0, 16));

/** @returns the distances of the times from three hours before an instant to three hours after it */
function minutesBetween(cron: string, timeZone: string, instant: string): number[] {
  const minute = 60_000;
  const [from, until] = [-181, 180].map((minutes) => new Date(Date.parse(instant) + minutes * minute)) as [Date, Date];
  const times = cronTimes({ cron, timeZone })
    .next(50, from)
    .filter((time) => time <= until)
    .map(Number);
  return times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / minute);
}

describe('the times of a schedule', () => {
  it('are those of UTC without a time zone', () => {
    expect(timesOf('30 2 * * *', null, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T02:30', '2026-03-30T02:30']);
  });

  it.each([
    ['Europe/Berlin', '30 2 * * *', '2026-03-28T12:00:00Z', ['2026-03-29T01:00', '2026-03-30T00:30']],
    ['America/New_York', '30 2 * * *', '2026-03-07T12:00:00Z', ['2026-03-08T07:00', '2026-03-09T06:30']],
    ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03T00:00:00Z', ['2026-10-03T15:30', '2026-10-04T15:15']],
  ])('in %s move to the end of the gap when clocks go forward', (timeZone, cron, from, expected) => {
    expect(timesOf(cron, timeZone, from, 2)).toEqual(expected);
  });

  it.each([
    ['Europe/Berlin', '30 2 * * *', '2026-10-24T12:00:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['America/New_York', '30 1 * * *', '2026-10-31T12:00:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    ['Australia/Lord_Howe', '45 1 * * *', '2026-04-04T00:00:00Z', ['2026-04-04T14:45', '2026-04-05T15:15']],
  ])('in %s come once when clocks go back', (timeZone, cron, from, expected) => {
    expect(timesOf(cron, timeZone, from, 2)).toEqual(expected);
  });

  it.each(clockChanges)(
    'of every quarter of an hour go on evenly in $timeZone when clocks go $way',
    ({ timeZone, at }) => {
      expect(minutesBetween('*/15 * * * *', timeZone, at)).toEqual(Array(24).fill(15));
    },
  );

  it.each(clockChanges)('of every hour are the full hours in $timeZone when clocks go $way', ({ timeZone, at }) => {
    // Where clocks shift by half an hour, so does the full hour.
    const shift = timeZone === 'Australia/Lord_Howe' ? [90] : [];
    expect(new Set(minutesBetween('0 * * * *', timeZone, at))).toEqual(new Set([60, ...shift]));
  });

  it('come on either day where both a day and a weekday are given', () => {
    expect(timesOf('0 0 13 * 5', null, '2026-11-11T00:00:00Z', 3)).toEqual([
      '2026-11-13T00:00',
      '2026-11-20T00:00',
      '2026-11-27T00:00',
    ]);
  });

  it('have a last one before an instant', () => {
    const { before } = cronTimes({ cron: '0 6 * * *', timeZone: null });
    expect(before(new Date('2026-11-23T05:00:00Z'))).toEqual(new Date('2026-11-22T06:00:00Z'));
  });
});

describe('a schedule', () => {
  const problemOf = (cron: string, timeZone: string | null = null) =>
    cronProblem({ cron, timeZone }, new Date('2026-11-23T12:00:00Z'));

  it.each(['30 2 * * *', '*/5 * * * *', '0 0 29 2 *', '15 6 * * MON-FRI'])('may be %s', (cron) => {
    expect(problemOf(cron)).toBeNull();
  });

  it.each(['', 'tomorrow', '* * * *', '0 0 0 * * *', '@daily', '60 * * * *', '*/90 * * * *', '0 0 30 2 *'])(
    'is not %p',
    (cron) => {
      expect(problemOf(cron)).toEqual({ field: 'cron', message: 'Valid Cron expression required' });
    },
  );

  it('has five minutes between its times at least', () => {
    expect(problemOf('*/4 * * * *')).toEqual({
      field: 'cron',
      message: 'Leave at least 5 minutes between two times',
    });
  });

  it('is in a time zone that exists', () => {
    expect(problemOf('30 2 * * *', 'Europe/Berlin')).toBeNull();
    expect(problemOf('30 2 * * *', 'Europe/Entenhausen')).toMatchObject({ field: 'timeZone' });
  });
});
