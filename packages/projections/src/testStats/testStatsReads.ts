import type { ProjectId, TestId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import type { PeriodsQuery } from '../runStats/foldRuns.ts';
import type { RunsQuery } from '../runStats/runsQuery.ts';
import { findFlakyTests } from './findFlakyTests.ts';
import { findTestHistory } from './findTestHistory.ts';

export const testStatsReads = {
  testHistory: ({ collections, accountId }: AccountReader, projectId: ProjectId, testId: TestId) =>
    findTestHistory(collections, accountId, projectId, testId),
  flakyTestInfo: ({ collections, accountId, runs }: AccountReader, query: PeriodsQuery, now: Date) =>
    findFlakyTests(runs, collections, accountId, query, now.getTime()),
  /** Found within the last minute. */
  slowerTestInfo: ({ collections, accountId, slowerTests }: AccountReader, query: RunsQuery) =>
    slowerTests(collections, accountId, query),
};
