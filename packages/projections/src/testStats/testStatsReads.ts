import type { AccountReader } from '../readers.ts';
import type { PeriodsQuery } from '../runStats/runStatsReads.ts';
import type { RunsQuery } from '../runStats/runsQuery.ts';
import { findFlakyTests } from './findFlakyTests.ts';

export const testStatsReads = {
  flakyTestInfo: ({ collections, accountId, runs }: AccountReader, query: PeriodsQuery, now: Date) =>
    findFlakyTests(runs, collections, accountId, query, now.getTime()),
  /** Found within the last minute. */
  slowerTestInfo: ({ collections, accountId, slowerTests }: AccountReader, query: RunsQuery) =>
    slowerTests(collections, accountId, query),
};
