import { type MonitorType, type PerformanceLogQuery, performanceLimits } from '@assay/contract';
import type { MonitorRecord } from '@assay/telemetry';
import type { Db, Filter } from 'mongodb';
import { v7 as uuid } from 'uuid';

type PerformanceRow = MonitorRecord & { _id: string };

type Ranges = Omit<PerformanceLogQuery, 'sort' | 'page' | 'limit'>;

/** What processes recorded of their work; the store removes it after 14 days. */
export type PerformanceRecords = {
  save(records: MonitorRecord[]): Promise<void>;
  /** @returns a page, highest first, and how many there are, counted up to `most` + 1 */
  find(
    ranges: Ranges,
    page: { sort: 'duration' | 'startTime'; skip: number; limit: number; most: number },
  ): Promise<{ records: (MonitorRecord & { id: string })[]; total: number }>;
  /** @returns the newest records of a time, up to `most`. */
  timesOf(
    range: { monitorType: MonitorType | undefined; from: Date; to: Date },
    most: number,
  ): Promise<Pick<MonitorRecord, 'startTime' | 'duration' | 'dbTime' | 'weight'>[]>;
};

const keptSeconds = performanceLimits.keptDays * 24 * 3600;

function between(least: number | undefined, most: number | undefined) {
  return { ...(least === undefined ? {} : { $gte: least }), ...(most === undefined ? {} : { $lte: most }) };
}

function filterOf(ranges: Ranges): Filter<PerformanceRow> {
  const { monitorType, from, to, minDuration, maxDuration, minDbTime, maxDbTime, minDbRequests, maxDbRequests } =
    ranges;
  const wanted = {
    duration: between(minDuration, maxDuration),
    dbTime: between(minDbTime, maxDbTime),
    dbRequests: between(minDbRequests, maxDbRequests),
    startTime: {
      ...(from === undefined ? {} : { $gte: new Date(from) }),
      ...(to === undefined ? {} : { $lt: new Date(to) }),
    },
  };
  const bounded = Object.entries(wanted).filter(([, range]) => Object.keys(range).length > 0);
  return { ...(monitorType === undefined ? {} : { monitorType }), ...Object.fromEntries(bounded) };
}

export async function openPerformanceRecords(db: Db): Promise<PerformanceRecords> {
  const rows = db.collection<PerformanceRow>('performanceRecords');
  await rows.createIndexes([
    { key: { startTime: 1 }, expireAfterSeconds: keptSeconds },
    { key: { duration: -1 } },
    { key: { monitorType: 1, duration: -1 } },
    { key: { monitorType: 1, startTime: -1 } },
  ]);

  return {
    async save(records) {
      const made = records.map((record) => ({ _id: uuid(), ...record }));
      // Losing some with a crash is no harm, and waiting for a flush would be.
      await rows.insertMany(made, { ordered: false, writeConcern: { w: 1 } });
    },

    async find(ranges, { sort, skip, limit, most }) {
      const filter = filterOf(ranges);
      const [found, total] = await Promise.all([
        rows
          .find(filter)
          .sort({ [sort]: -1 })
          .skip(skip)
          .limit(limit)
          .toArray(),
        rows.countDocuments(filter, { limit: most + 1 }),
      ]);
      return { records: found.map(({ _id: id, ...record }) => ({ id, ...record })), total };
    },

    timesOf: ({ monitorType, from, to }, most) =>
      rows
        .find(
          { ...(monitorType === undefined ? {} : { monitorType }), startTime: { $gte: from, $lt: to } },
          { projection: { _id: 0, startTime: 1, duration: 1, dbTime: 1, weight: 1 } },
        )
        .sort({ startTime: -1 })
        .limit(most)
        .toArray(),
  };
}
