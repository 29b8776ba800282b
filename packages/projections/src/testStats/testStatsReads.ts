import type { AccountReader } from '../readers.ts';
import type { RunsQuery } from '../runStats/findRuns.ts';
import type { PeriodsQuery } from '../runStats/runStatsReads.ts';
import { findFlakyTests } from './findFlakyTests.ts';

export const testStatsReads = {
  flakyTestInfo: ({ collections, accountId }: AccountReader, query: PeriodsQuery, now: Date) =>
    findFlakyTests(collections, accountId, query, now.getTime()),
  /** Found within the last minute. */
  slowerTestInfo: ({ collections, accountId, slowerTests }: AccountReader, query: RunsQuery) =>
    slowerTests(collections, accountId, query),
};
