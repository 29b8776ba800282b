import type { AccountId, ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { countUsage } from './countUsage.ts';
import { eachRun } from './foldRuns.ts';
import type { RunColumnsReader } from './openRuns.ts';
import { outcome } from './runColumns.ts';
import { everyRun } from './runsQuery.ts';

/** The testing time of an account in a month (UTC), in milliseconds. */
export type TestingTime = {
  /** All attempts at tests in runs that have ended. */
  used: number;
  /** What the unfinished runs are expected to take: as much as those of their projects have taken on average. */
  expected: number;
  /** What a run of the project with the longest runs takes on average. */
  longest: number;
};

/**
 * Counted now, in contrast to what pages show: runs are started by it.
 * @param now whose month is counted, in runs that were created in it; averages are of that month and the one before
 */
export async function findTestingTime(
  readColumns: RunColumnsReader,
  collections: Pick<Collections, 'runStats'>,
  accountId: AccountId,
  now: Date,
): Promise<TestingTime> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [before, start, end] = [Date.UTC(year, month - 1), Date.UTC(year, month), now.getTime() + 1];
  const recent = { start: before, end, ...everyRun };
  const ofMonth = { ...recent, start };
  const hours = await readColumns(collections, accountId, recent);
  const { testRuns, totalTestingTime, projects } = countUsage(hours, recent);
  const average = (total: number, runs: number) => (runs === 0 ? 0 : total / runs);
  const averages = new Map<ProjectId, number>(
    projects.map((one) => [one.projectId, average(one.totalTestingTime, one.testRuns)]),
  );
  // A project without a finished run is taken for one like the others.
  const usual = average(totalTestingTime, testRuns);
  let expected = 0;
  eachRun(hours, ofMonth, (columns, run, { projectId }) => {
    if (columns.outcome[run] === outcome.unfinished) expected += averages.get(projectId) ?? usual;
  });
  return { used: countUsage(hours, ofMonth).totalTestingTime, expected, longest: Math.max(0, ...averages.values()) };
}
