import { Type } from 'typebox';
import { call } from '../call.ts';
import {
  FlakyTestInfo,
  MonthlyUsage,
  SlowerTestInfo,
  StatsQuery,
  TestInfo,
  TestRunInfo,
  UsageQuery,
} from './analyticsViews.ts';

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
  getTestInfo: call({
    method: 'GET',
    path: '/test-runs/test-info',
    summary: 'How many results of tests passed and failed in each hour, day, week or month',
    permission: 'testRun.read',
    query: StatsQuery,
    answer: TestInfo,
    readsHistory: true,
    example: { query: november },
  }),
  getFlakyTestInfo: call({
    method: 'GET',
    path: '/test-runs/flaky-test-info',
    summary: 'The flaky and broken tests, what they cost, and how often tests were flaky in each period',
    permission: 'testRun.read',
    query: StatsQuery,
    answer: FlakyTestInfo,
    readsHistory: true,
    example: { query: november },
  }),
  getSlowerTestInfo: call({
    method: 'GET',
    path: '/test-runs/slower-test-info',
    summary: 'The tests that have become slower in an environment, and since when; periods do not matter',
    permission: 'testRun.read',
    query: StatsQuery,
    answer: SlowerTestInfo,
    readsHistory: true,
    example: { query: november },
  }),
  getUsage: call({
    method: 'GET',
    path: '/account/execution',
    summary: 'What was run in the last twelve months, and by which projects, the oldest month first',
    permission: 'testRun.read',
    query: UsageQuery,
    answer: Type.Array(MonthlyUsage),
    readsHistory: true,
    example: { query: { timeZone: 'Europe/Berlin' } },
  }),
};
