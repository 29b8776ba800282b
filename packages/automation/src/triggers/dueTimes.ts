import { type CronSchedule, type CronTimes, cronTimes, type TriggerId } from '@assay/contract';

/** The times of a schedule that became due since the last check. */
export type DueTimes = {
  /** The newest, unless it is too late to run. */
  fires: Date | null;
  /** Times for which no run starts. */
  missed: { first: Date; last: Date; count: number } | null;
};

export type Scheduled = CronSchedule & { triggerId: TriggerId; catchUpMinutes: number };

/** Missed times are counted up to this number. */
const countedTimes = 1_000;
/** A delay of at most this long is not downtime. */
const graceMs = 60_000;

const nothingDue: DueTimes = { fires: null, missed: null };

/** Caches the next time of each trigger, so that a check of thousands evaluates only those due. */
export function dueTimes(): (scheduled: Scheduled, since: Date, now: Date) => DueTimes {
  const known = new Map<TriggerId, { schedule: string; times: CronTimes; from: number; next: number }>();

  function nextOf({ triggerId, cron, timeZone }: Scheduled, since: Date) {
    const schedule = `${timeZone ?? ''} ${cron}`;
    const cached = known.get(triggerId);
    const isSame = cached?.schedule === schedule;
    // A cached time stays valid for every instant before it.
    if (isSame && cached.from <= since.getTime() && since.getTime() < cached.next) return cached;
    const times = isSame ? cached.times : cronTimes({ cron, timeZone });
    const next = times.after(since)?.getTime() ?? Number.POSITIVE_INFINITY;
    const found = { schedule, times, from: since.getTime(), next };
    known.set(triggerId, found);
    return found;
  }

  return (scheduled, since, now) => {
    const { times, next } = nextOf(scheduled, since);
    if (next > now.getTime()) return nothingDue;
    const first = new Date(next);
    const due = [first];
    for (let time = times.after(first); time && time <= now && due.length < countedTimes; time = times.after(time)) {
      due.push(time);
    }
    const newest = (due.length === countedTimes ? times.before(new Date(now.getTime() + 1)) : due.at(-1)) ?? first;
    const latestMs = scheduled.catchUpMinutes * 60_000 + graceMs;
    const fires = now.getTime() - newest.getTime() <= latestMs ? newest : null;
    const missed = fires ? due.filter((time) => time < fires) : due;
    const last = missed.at(-1);
    return { fires, missed: last ? { first, last, count: missed.length } : null };
  };
}
