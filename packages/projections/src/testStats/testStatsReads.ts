import type { AccountReader } from '../readers.ts';
import type { PeriodsQuery } from '../runStats/runStatsReads.ts';
import { findFlakyTests } from './findFlakyTests.ts';

export const testStatsReads = {
  flakyTestInfo: ({ collections, accountId }: AccountReader, query: PeriodsQuery, now: Date) =>
    findFlakyTests(collections, accountId, query, now.getTime()),
};
