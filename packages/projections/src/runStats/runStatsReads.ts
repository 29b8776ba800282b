import { type Frequency, periodsOf, type TestInfo, type TestRunInfo } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { countResults } from './countResults.ts';
import { byPeriod, countRuns } from './countRuns.ts';
import { findUsage } from './findUsage.ts';
import type { RunsQuery } from './runsQuery.ts';

/** In which periods statistics are folded. */
export type PeriodsQuery = RunsQuery & { frequency: Frequency; timeZone: string };

export const runStatsReads = {
  testRunInfo: async (
    { collections, accountId, runs: readRuns }: AccountReader,
    query: PeriodsQuery,
  ): Promise<TestRunInfo> => {
    const runs = await readRuns(collections, accountId, query);
    const periods = periodsOf(query, query.frequency, query.timeZone);
    return { periods: byPeriod(runs, periods, countRuns), all: countRuns(runs) };
  },
  testInfo: async (
    { collections, accountId, runs: readRuns }: AccountReader,
    query: PeriodsQuery,
  ): Promise<TestInfo> => {
    const runs = await readRuns(collections, accountId, query);
    const periods = periodsOf(query, query.frequency, query.timeZone);
    return { periods: byPeriod(runs, periods, countResults), all: countResults(runs) };
  },
  /** @param at as of then; undefined: as it is now */
  usage: ({ collections, accountId, runs }: AccountReader, timeZone: string, now: Date, at?: number) =>
    findUsage(runs, collections, accountId, { timeZone, now: now.getTime(), at }),
  testingMinutes: ({ collections, accountId, testingMinutes }: AccountReader) => testingMinutes(collections, accountId),
};
