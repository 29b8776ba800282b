import { type Static, Type } from 'typebox';
import { AccountId, Nullable, Time, UserId } from '../ids.ts';

/** Requests, background work, jobs and reactions to events. */
export const monitorTypes = ['Web', 'Background', 'Job', 'MessageHandler'] as const;
export type MonitorType = (typeof monitorTypes)[number];

/** What the command line calls itself in `User-Agent`, before its version. */
export const cliUserAgent = 'assay-cli';

/** What is recorded, and how filters are bounded. */
export const performanceLimits = {
  /** Of work that was not slow. */
  sampleOneIn: 20,
  slowMilliseconds: 500,
  keptDays: 14,
  /** The highest value of a filter. */
  filterMaximum: 10_000_000,
  pageSize: 40,
} as const;

export const MonitorRecordView = Type.Object({
  id: Type.String(),
  startTime: Time,
  monitorType: Type.Enum(monitorTypes),
  name: Type.String(),
  duration: Type.Number({ minimum: 0, description: 'milliseconds' }),
  dbRequests: Type.Integer({ minimum: 0, description: 'requests to the stores' }),
  dbTime: Type.Number({ minimum: 0, description: 'milliseconds of all of them; those in parallel add up' }),
  slowest: Nullable(Type.Object({ name: Type.String(), milliseconds: Type.Number({ minimum: 0 }) })),
  extra: Type.Object({
    path: Nullable(Type.String()),
    accountId: Nullable(AccountId),
    accountName: Nullable(Type.String()),
    userId: Nullable(UserId),
    userName: Nullable(Type.String()),
    CLI: Type.Boolean({ description: 'whether the command line sent the request' }),
  }),
});
export type MonitorRecordView = Static<typeof MonitorRecordView>;

export const PerformanceLogPage = Type.Object({
  records: Type.Array(MonitorRecordView),
  total: Type.Integer({ minimum: 0, description: 'up to 10,000' }),
  isLeast: Type.Boolean({ description: 'whether there are more than `total`' }),
});
export type PerformanceLogPage = Static<typeof PerformanceLogPage>;

const bound = Type.Optional(Type.Number({ minimum: 0, maximum: performanceLimits.filterMaximum }));

export const PerformanceLogQuery = Type.Object({
  monitorType: Type.Optional(Type.Enum(monitorTypes)),
  minDuration: bound,
  maxDuration: bound,
  minDbTime: bound,
  maxDbTime: bound,
  minDbRequests: bound,
  maxDbRequests: bound,
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  sort: Type.Optional(
    Type.Enum(['duration', 'startTime'] as const, { description: 'highest first; duration unless set' }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '40 unless set' })),
});
export type PerformanceLogQuery = Static<typeof PerformanceLogQuery>;

export const PerformanceQuarters = Type.Array(
  Type.Object({
    startTime: Time,
    count: Type.Integer({ minimum: 1, description: 'pieces of work, as the sample has it' }),
    p50: Type.Number({ minimum: 0 }),
    p95: Type.Number({ minimum: 0 }),
    dbTime: Type.Number({ minimum: 0, description: 'in the stores, of the work at the 95th percentile' }),
  }),
);
export type PerformanceQuarters = Static<typeof PerformanceQuarters>;
