import type { TestRunFacet, TestRunId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findRecentAsOf } from './findRecentAsOf.ts';
import { findRecentForEnvironments, type RecentQuery } from './findRecentForEnvironments.ts';
import { findRunOutcomes } from './findRunOutcomes.ts';
import { findRunsNow } from './findRunsNow.ts';
import {
  countTestRunsBy,
  findStaffRunPage,
  findTestRun,
  findTestRunPage,
  type RunFilters,
  type StaffRunQuery,
  type TestRunQuery,
} from './findTestRuns.ts';
import { countOpenRuns, findOpenRunIds, findUnfinishedRuns } from './findUnfinishedRuns.ts';
import { searchTestRuns } from './searchTestRuns.ts';

export const testRunSummaryReads = {
  testRunPage: async ({ collections, accountId, projected }: AccountReader, query: TestRunQuery) =>
    findTestRunPage(collections, accountId, query, await projected()),
  testRunCountsBy: ({ collections, accountId }: AccountReader, facet: TestRunFacet, filters: RunFilters) =>
    countTestRunsBy(collections, accountId, facet, filters),
  testRun: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findTestRun(collections, accountId, testRunId),
  /** @param at as of then, in milliseconds since 1970; undefined: now */
  recentForEnvironments: async (
    { collections, accountId, projected, standings }: AccountReader,
    query: RecentQuery,
    at?: number,
  ) => {
    const position = await projected();
    return at === undefined
      ? findRecentForEnvironments(collections, standings, accountId, query, position)
      : findRecentAsOf(collections, accountId, { ...query, at }, position);
  },
  foundTestRuns: ({ collections, accountId }: AccountReader, words: readonly string[]) =>
    searchTestRuns(collections, accountId, words),
  runOutcomes: ({ collections, accountId }: AccountReader, filters: RunFilters, limit: number) =>
    findRunOutcomes(collections, accountId, filters, limit),
  openRunCount: ({ collections, accountId }: AccountReader) => countOpenRuns(collections, accountId),
  openRunIds: ({ collections, accountId }: AccountReader) => findOpenRunIds(collections, accountId),
};

export const testRunSummaryServiceReads = {
  staffRunPage: ({ collections }: ServiceReader, query: StaffRunQuery) => findStaffRunPage(collections, query),
  /** @param dayStart milliseconds since 1970 */
  runsNow: ({ collections }: ServiceReader, dayStart: number) => findRunsNow(collections, dayStart),
  unfinishedRuns: ({ collections }: ServiceReader) => findUnfinishedRuns(collections),
};
