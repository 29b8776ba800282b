import type { TestInfo, TestRunInfo } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { countResults } from './countResults.ts';
import { countRuns } from './countRuns.ts';
import { findUsage } from './findUsage.ts';
import { foldByPeriod, type PeriodsQuery } from './foldRuns.ts';

export const runStatsReads = {
  testRunInfo: async (
    { collections, accountId, runColumns }: AccountReader,
    query: PeriodsQuery,
  ): Promise<TestRunInfo> => foldByPeriod(await runColumns(collections, accountId, query), query, countRuns),
  testInfo: async ({ collections, accountId, runColumns }: AccountReader, query: PeriodsQuery): Promise<TestInfo> =>
    foldByPeriod(await runColumns(collections, accountId, query), query, countResults),
  /** @param at as of then; undefined: as it is now */
  usage: ({ collections, accountId, runColumns }: AccountReader, timeZone: string, now: Date, at?: number) =>
    findUsage(runColumns, collections, accountId, { timeZone, now: now.getTime(), at }),
  testingMinutes: ({ collections, accountId, testingMinutes }: AccountReader) => testingMinutes(collections, accountId),
};
