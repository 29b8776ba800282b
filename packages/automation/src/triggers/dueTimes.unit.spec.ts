import { cronTimes, type TriggerId } from '@assay/contract';
import { clockChanges } from '../../../../test/support/clockChanges.ts';
import { dueTimes, type Scheduled } from './dueTimes.ts';

const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);
const hourly: Scheduled = {
  triggerId: 'hourly' as TriggerId,
  cron: '0 * * * *',
  timeZone: null,
  catchUpMinutes: 60,
};
const daily: Scheduled = { ...hourly, triggerId: 'daily' as TriggerId, cron: '30 2 * * *' };

describe('the due times of a schedule', () => {
  it('are empty between two times', () => {
    expect(dueTimes()(hourly, at('23T10:01'), at('23T10:59'))).toEqual({ fires: null, missed: null });
  });

  it('include a time between two checks, once', () => {
    const due = dueTimes();
    expect(due(hourly, at('23T10:59'), at('23T11:00'))).toEqual({ fires: at('23T11:00'), missed: null });
    expect(due(hourly, at('23T11:00'), at('23T11:01'))).toEqual({ fires: null, missed: null });
    expect(due(hourly, at('23T11:59'), at('23T12:01'))).toEqual({ fires: at('23T12:00'), missed: null });
  });

  it('include the newest after downtime, and count the others as missed', () => {
    expect(dueTimes()(hourly, at('23T07:30'), at('23T11:20'))).toEqual({
      fires: at('23T11:00'),
      missed: { first: at('23T08:00'), last: at('23T10:00'), count: 3 },
    });
  });

  it('are all missed when even the newest is too long ago', () => {
    expect(dueTimes()(daily, at('20T12:00'), at('23T12:00'))).toEqual({
      fires: null,
      missed: { first: at('21T02:30'), last: at('23T02:30'), count: 3 },
    });
    const patient = { ...daily, catchUpMinutes: 600 };
    expect(dueTimes()(patient, at('22T12:00'), at('23T12:00'))).toEqual({ fires: at('23T02:30'), missed: null });
  });

  it('do not repeat when the clock goes back', () => {
    const due = dueTimes();
    due(hourly, at('23T10:59'), at('23T11:00'));
    expect(due(hourly, at('23T10:30'), at('23T11:00')).fires).toEqual(at('23T11:00'));
  });

  it('follow a changed schedule', () => {
    const due = dueTimes();
    due(daily, at('23T03:00'), at('23T03:01'));
    expect(due({ ...daily, cron: '0 4 * * *' }, at('23T03:59'), at('23T04:00')).fires).toEqual(at('23T04:00'));
  });

  it('include at most a thousand missed times', () => {
    const often = { ...hourly, cron: '*/5 * * * *' };
    const { fires, missed } = dueTimes()(often, at('01T00:00'), at('23T12:00'));
    expect(fires).toEqual(at('23T12:00'));
    expect(missed?.count).toBe(1_000);
  });
});

describe.each(clockChanges)('in $timeZone, whose clocks go $way', ({ timeZone, at: change, daily: changedTime }) => {
  it.each([changedTime, '0 * * * *', '*/15 * * * *'])(
    'what is due of %s is what was told as its next times',
    (cron) => {
      const minute = 60_000;
      const [from, until] = [-240, 240].map((minutes) => Date.parse(change) + minutes * minute) as [number, number];
      const told = cronTimes({ cron, timeZone }).next(50, new Date(from));
      let due = dueTimes();
      const fired: Date[] = [];
      for (let now = from + minute; now <= until; now += minute) {
        // Another process goes on from here.
        if (now === Date.parse(change)) due = dueTimes();
        const { fires, missed } = due({ ...hourly, cron, timeZone }, new Date(now - minute), new Date(now));
        if (fires) fired.push(fires);
        expect(missed).toBeNull();
      }
      expect(fired).toEqual(told.filter((time) => time.getTime() <= until));
    },
  );
});
