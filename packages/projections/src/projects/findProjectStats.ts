import { type AccountId, type ProjectId, type ProjectStats, uniqueDiffOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { dayOf } from '../projectTests/daysRun.ts';
import { type TestsByDaysReader, testsRunBetween } from './testsByDays.ts';

const dayMs = 86_400_000;
const days = 30;

/**
 * Compares the last 30 days with the 30 days before them.
 * @param testsByDays kept between calls: the count of a large project may be a minute old
 * @returns null when the project is not the account's.
 */
export async function findProjectStats(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  now: Date,
  testsByDays: TestsByDaysReader,
): Promise<ProjectStats | null> {
  const project = await collections.projects.findOne({ _id: projectId, accountId }, { projection: { _id: 1 } });
  if (!project) return null;
  const today = dayOf(now.toISOString());
  const deploysOfProject = { accountId, projectId };
  const since = new Date((today - days + 1) * dayMs).toISOString();
  const [counts, deploysInLastThirtyDays, newest] = await Promise.all([
    testsByDays(collections, projectId),
    collections.deploys.countDocuments({ ...deploysOfProject, createdAt: { $gte: since } }),
    collections.deploys
      .find(deploysOfProject, { projection: { createdAt: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray(),
  ]);
  const thisMonthUniqueTestsRun = testsRunBetween(counts, today - days + 1, today);
  const lastMonthUniqueTestsRun = testsRunBetween(counts, today - 2 * days + 1, today - days);
  return {
    thisMonthUniqueTestsRun,
    lastMonthUniqueTestsRun,
    ...uniqueDiffOf(thisMonthUniqueTestsRun, lastMonthUniqueTestsRun),
    deploysInLastThirtyDays,
    lastDeployment: newest[0]?.createdAt ?? null,
  };
}
