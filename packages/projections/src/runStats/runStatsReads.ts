import type { ProjectId, TestInfo, TestRunInfo } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { countResults } from './countResults.ts';
import { countRuns } from './countRuns.ts';
import { findTestingTime } from './findTestingTime.ts';
import { findUsage } from './findUsage.ts';
import { foldByPeriod, type PeriodsQuery } from './foldRuns.ts';
import type { RunsQuery } from './runsQuery.ts';

export const runStatsReads = {
  testRunInfo: async (
    { collections, accountId, runColumns }: AccountReader,
    query: PeriodsQuery,
  ): Promise<TestRunInfo> => foldByPeriod(await runColumns(collections, accountId, query), query, countRuns),
  testInfo: async ({ collections, accountId, runColumns }: AccountReader, query: PeriodsQuery): Promise<TestInfo> =>
    foldByPeriod(await runColumns(collections, accountId, query), query, countResults),
  /** The commit of the newest run that has one, by project. */
  newestCommits: async (
    { collections, accountId, runs }: AccountReader,
    query: RunsQuery,
  ): Promise<ReadonlyMap<ProjectId, string>> => {
    const found = await runs(collections, accountId, query);
    return new Map(found.flatMap(({ projectId, commit }) => (commit ? [[projectId, commit] as const] : [])));
  },
  /** @param at as of then; undefined: as it is now */
  usage: ({ collections, accountId, runColumns }: AccountReader, timeZone: string, now: Date, at?: number) =>
    findUsage(runColumns, collections, accountId, { timeZone, now: now.getTime(), at }),
  /** The account's testing time of the month, for decisions. */
  testingTime: ({ collections, accountId, runColumns }: AccountReader, now: Date) =>
    findTestingTime(runColumns, collections, accountId, now),
  /** The same for pages, up to a minute old. */
  testingMinutes: ({ collections, accountId, testingMinutes }: AccountReader) => testingMinutes(collections, accountId),
};
