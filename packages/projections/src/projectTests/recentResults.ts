import type { EarlierResult, EnvironmentId, RecentResult, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { namesById } from '../namesById.ts';
import type { RecentResultDetail } from './projectTests.ts';

type RunFacts = { number: number; commit: string | null; branch: string; environmentId: EnvironmentId };
type FoundRuns = ReadonlyMap<TestRunId, RunFacts>;

/** What results say of the runs that they belong to: a page of many tests refers to few runs. */
export async function findRunFacts(collections: Collections, testRunIds: Iterable<TestRunId>): Promise<FoundRuns> {
  const wanted = [...new Set(testRunIds)];
  if (wanted.length === 0) return new Map();
  const projection = { testRunId: 1, commit: 1, branch: 1, environmentId: 1, 'request.number': 1 };
  const runs = await collections.testRunSummaries.find({ _id: { $in: wanted } }, { projection }).toArray();
  return new Map(
    runs.map(({ testRunId, commit, branch, environmentId, request: { number } }) => [
      testRunId,
      { number, commit, branch, environmentId },
    ]),
  );
}

export function recentResultsOf(recent: readonly RecentResultDetail[], runs: FoundRuns): RecentResult[] {
  return recent.map((result) => {
    const { number, commit } = runs.get(result.testRunId) ?? { number: 0, commit: null };
    return { ...result, number, commit };
  });
}

/** @returns the results with where they were: for one test, since a page of many would repeat it ten times a row. */
export async function findEarlierResults(
  { environments }: Collections,
  recent: readonly RecentResultDetail[],
  runs: FoundRuns,
): Promise<EarlierResult[]> {
  const ids = [...new Set([...runs.values()].map(({ environmentId }) => environmentId))];
  const nameOf = namesById(await environments.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray());
  return recentResultsOf(recent, runs).map((result) => {
    const run = runs.get(result.testRunId as TestRunId);
    return { ...result, branch: run?.branch ?? '', environmentName: run ? nameOf(run.environmentId) : '' };
  });
}
