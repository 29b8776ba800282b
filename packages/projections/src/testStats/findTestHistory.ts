import type { AccountId, ProjectId, TestHistory, TestId } from '@assay/contract';
import { idMadeAt } from '@assay/event-log';
import type { Collections } from '../collections.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import { findEarlierResults, findRunFacts } from '../projectTests/recentResults.ts';
import { unpack } from './packedResults.ts';

/** @returns the kept results of a test, the newest run first; null when the project is not the account's */
export async function findTestHistory(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testId: TestId,
): Promise<TestHistory | null> {
  const [project, test] = await Promise.all([
    collections.projects.findOne({ _id: projectId, accountId }, { projection: { 'settings.defaultBranch': 1 } }),
    collections.projectTests.findOne(
      { _id: projectTestIdOf(projectId, testId), accountId },
      { projection: { renamedTo: 1 } },
    ),
  ]);
  if (!project) return null;
  const _id = projectTestIdOf(projectId, test?.renamedTo ?? testId);
  const stats = await collections.testStats.findOne({ _id, accountId });
  const kept = unpack(stats?.results ?? '').sort((one, other) => (one.testRunId > other.testRunId ? -1 : 1));
  const runs = await findRunFacts(
    collections,
    kept.map(({ testRunId }) => testRunId),
  );
  // A run's id says when it was made, which is how its list orders and names it.
  const results = kept.map(({ testRunId, status, flaky, durationMs }) => {
    return { testRunId, status, flaky, durationMs, at: new Date(idMadeAt(testRunId)).toISOString() };
  });
  return {
    results: await findEarlierResults(collections, results, runs),
    defaultBranch: project.settings.defaultBranch,
  };
}
