import type { AccountReader } from '../readers.ts';
import { findRuns, type RunsQuery } from '../runStats/findRuns.ts';
import type { PeriodsQuery } from '../runStats/runStatsReads.ts';
import { findFlakyTests } from './findFlakyTests.ts';
import { findSlowerTests } from './findSlowerTests.ts';

/** As many as are worth looking at; the others are counted. */
const slowerShown = 100;

export const testStatsReads = {
  flakyTestInfo: ({ collections, accountId }: AccountReader, query: PeriodsQuery, now: Date) =>
    findFlakyTests(collections, accountId, query, now.getTime()),
  slowerTestInfo: async ({ collections, accountId }: AccountReader, query: RunsQuery) =>
    findSlowerTests(collections, accountId, await findRuns(collections, accountId, query), slowerShown),
};
