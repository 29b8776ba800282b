import { Type } from 'typebox';
import { call } from '../call.ts';
import { Time } from '../ids.ts';
import { monitorTypes, PerformanceLogPage, PerformanceLogQuery, PerformanceQuarters } from './performanceViews.ts';

export const performanceCalls = {
  listPerformanceLogs: call({
    method: 'GET',
    path: '/employee/performance-logs',
    summary:
      'Requests, background work, jobs and reactions that were recorded: one in 20, and every slow one, for 14 days',
    permission: 'staff',
    query: PerformanceLogQuery,
    answer: PerformanceLogPage,
    example: { query: { monitorType: 'Web', minDuration: 1000, maxDuration: 10_000_000 } },
  }),
  listPerformanceQuarters: call({
    method: 'GET',
    path: '/employee/performance-quarters',
    summary: 'Durations of recorded work by quarter of an hour, over up to a day',
    permission: 'staff',
    query: Type.Object({ monitorType: Type.Optional(Type.Enum(monitorTypes)), to: Type.Optional(Time) }),
    answer: PerformanceQuarters,
    example: {},
  }),
};
