import type { RecentResult, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { namesById } from '../namesById.ts';
import type { RecentResultDetail } from './projectTests.ts';

type RunFacts = Pick<RecentResult, 'number' | 'commit' | 'branch' | 'environmentName'>;
const ofNoRun: RunFacts = { number: 0, commit: null, branch: '', environmentName: '' };

/** What results say of the runs that they belong to: a page of many tests refers to few runs. */
export async function findRunFacts(
  collections: Collections,
  testRunIds: Iterable<TestRunId>,
): Promise<Map<TestRunId, RunFacts>> {
  const wanted = [...new Set(testRunIds)];
  if (wanted.length === 0) return new Map();
  const projection = { testRunId: 1, commit: 1, branch: 1, environmentId: 1, 'request.number': 1 };
  const runs = await collections.testRunSummaries.find({ _id: { $in: wanted } }, { projection }).toArray();
  const environmentIds = [...new Set(runs.map(({ environmentId }) => environmentId))];
  const environments = await collections.environments
    .find({ _id: { $in: environmentIds } }, { projection: { name: 1 } })
    .toArray();
  const nameOf = namesById(environments);
  return new Map(
    runs.map(({ testRunId, commit, branch, environmentId, request: { number } }) => [
      testRunId,
      { number, commit, branch, environmentName: nameOf(environmentId) },
    ]),
  );
}

export function recentResultsOf(
  recent: readonly RecentResultDetail[],
  runs: ReadonlyMap<TestRunId, RunFacts>,
): RecentResult[] {
  return recent.map((result) => ({ ...result, ...(runs.get(result.testRunId) ?? ofNoRun) }));
}
