import type { RecentResult, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RecentResultDetail } from './projectTests.ts';

type RunFacts = Map<TestRunId, { number: number; commit: string | null }>;

/** Numbers and commits of the runs that results belong to: a page of many tests refers to few runs. */
export async function findRunFacts(collections: Collections, testRunIds: Iterable<TestRunId>): Promise<RunFacts> {
  const wanted = [...new Set(testRunIds)];
  if (wanted.length === 0) return new Map();
  const projection = { testRunId: 1, commit: 1, 'request.number': 1 };
  const runs = await collections.testRunSummaries.find({ _id: { $in: wanted } }, { projection }).toArray();
  return new Map(runs.map(({ testRunId, commit, request }) => [testRunId, { number: request.number, commit }]));
}

export function recentResultsOf(recent: readonly RecentResultDetail[], runs: RunFacts): RecentResult[] {
  return recent.map((result) => {
    const { number, commit } = runs.get(result.testRunId) ?? { number: 0, commit: null };
    return { ...result, number, commit };
  });
}
