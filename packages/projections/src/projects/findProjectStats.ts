import { type AccountId, type ProjectId, type ProjectStats, uniqueDiffOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { dayOf } from '../projectTests/daysRun.ts';

const dayMs = 86_400_000;
const days = 30;

/**
 * Spec B:224: the last 30 days against the 30 before.
 * @returns null when the project is not the account's.
 */
export async function findProjectStats(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  now: Date,
): Promise<ProjectStats | null> {
  const project = await collections.projects.findOne({ _id: projectId, accountId }, { projection: { _id: 1 } });
  if (!project) return null;
  const today = dayOf(now.toISOString());
  const testsRunBetween = (first: number, last: number) =>
    collections.projectTests.countDocuments({
      projectId,
      daysRun: { $elemMatch: { from: { $lte: last }, to: { $gte: first } } },
    });
  const deploysOfProject = { accountId, projectId };
  const since = new Date((today - days + 1) * dayMs).toISOString();
  const [thisMonthUniqueTestsRun, lastMonthUniqueTestsRun, deploysInLastThirtyDays, newest] = await Promise.all([
    testsRunBetween(today - days + 1, today),
    testsRunBetween(today - 2 * days + 1, today - days),
    collections.deploys.countDocuments({ ...deploysOfProject, createdAt: { $gte: since } }),
    collections.deploys
      .find(deploysOfProject, { projection: { createdAt: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray(),
  ]);
  return {
    ...{ thisMonthUniqueTestsRun, lastMonthUniqueTestsRun },
    ...uniqueDiffOf(thisMonthUniqueTestsRun, lastMonthUniqueTestsRun),
    ...{ deploysInLastThirtyDays, lastDeployment: newest[0]?.createdAt ?? null },
  };
}
