import { type AccountId, performanceCalls, performanceLimits, type UserId } from '@assay/contract';
import { type Route, route } from '../http/route.ts';
import { quartersOf } from './quartersOf.ts';

/** Counting stops here. */
const countedRecords = 10_000;
/** Of a day; of more, the newest. */
const chartedRecords = 50_000;
const dayMs = 24 * 3_600_000;

const listPerformanceLogs = route(
  performanceCalls.listPerformanceLogs,
  async ({ api: { operations, readModels }, query }) => {
    const { sort = 'duration', page = 1, limit = performanceLimits.pageSize, ...ranges } = query;
    const skip = (page - 1) * limit;
    const wanted = { sort, skip, limit, most: countedRecords };
    const { records, total } = await operations.performanceRecords.find(ranges, wanted);
    const userIds = records.flatMap(({ extra: { userId } }) => (userId === null ? [] : [userId]));
    const accountIds = records.flatMap(({ extra: { accountId } }) =>
      accountId === null ? [] : [accountId as AccountId],
    );
    const [people, accounts] = await Promise.all([
      readModels.actors([...new Set(userIds)].map((id) => ({ kind: 'user' as const, id }))),
      readModels.accountNames([...new Set(accountIds)]),
    ]);
    return {
      records: records.map(({ weight: _, startTime, extra, ...record }) => ({
        ...record,
        startTime: startTime.toISOString(),
        extra: {
          ...extra,
          accountId: extra.accountId as AccountId | null,
          userId: extra.userId as UserId | null,
          accountName: accounts.get(extra.accountId as AccountId) ?? null,
          userName: people.get(extra.userId ?? '')?.fullName ?? null,
        },
      })),
      total: Math.min(total, countedRecords),
      isLeast: total > countedRecords,
    };
  },
);

const listPerformanceQuarters = route(
  performanceCalls.listPerformanceQuarters,
  async ({ api: { operations }, query: { monitorType, to } }) => {
    const end = to === undefined ? new Date() : new Date(to);
    const from = new Date(end.getTime() - dayMs);
    return quartersOf(await operations.performanceRecords.timesOf({ monitorType, from, to: end }, chartedRecords));
  },
);

/** What was recorded of the work of all processes, for staff. */
export const performanceRoutes: readonly Route[] = [listPerformanceLogs, listPerformanceQuarters];
