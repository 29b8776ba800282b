import { call } from '../call.ts';
import { StatsQuery, TestRunInfo } from './analyticsViews.ts';

const november = { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' };

export const analyticsCalls = {
  getTestRunInfo: call({
    method: 'GET',
    path: '/test-runs/test-run-info',
    summary: 'How many runs passed, failed and were canceled in each hour, day, week or month, and how long they took',
    permission: 'testRun.read',
    query: StatsQuery,
    answer: TestRunInfo,
    readsHistory: true,
    example: { query: { ...november, timeZone: 'Europe/Berlin' } },
  }),
};
