import type { AccountId, EnvironmentId, LastDeployView } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { namesById } from '../namesById.ts';
import { countsOf } from '../testRunSummaries/runCounts.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import type { DeployDocument } from './deploys.ts';

/** Runs in the environment since the deploy, newest first, among which one of its version is looked up. */
const maxRuns = 100;

/** @returns the last deploy to each environment in use that has one. */
export async function findLastDeploys(collections: Collections, accountId: AccountId): Promise<LastDeployView[]> {
  const environments = await collections.environments
    .find({ accountId, archived: false }, { projection: { environmentId: 1 } })
    .toArray();
  const found = await Promise.all(environments.map(({ environmentId }) => findLast(environmentId)));
  const deploys = found.flatMap((deploy) => deploy ?? []);
  const projectIds = [...new Set(deploys.map(({ projectId }) => projectId))];
  const [runs, projects] = await Promise.all([
    Promise.all(deploys.map((deploy) => findRunOf(collections, deploy))),
    collections.projects.find({ _id: { $in: projectIds } }, { projection: { name: 1 } }).toArray(),
  ]);
  const nameOf = namesById(projects);
  return deploys.map((deploy, index) => viewOf(deploy, nameOf(deploy.projectId), runs[index]));

  function findLast(environmentId: EnvironmentId): Promise<DeployDocument | null> {
    return collections.deploys.findOne({ accountId, environmentId }, { sort: { _id: -1 } });
  }
}

/** A run's id is later than that of what was deployed before it. */
async function findRunOf(
  { testRunSummaries }: Collections,
  { accountId, environmentId, projectId, deployId, deploy }: DeployDocument,
): Promise<TestRunSummaryDocument | undefined> {
  const runs = await testRunSummaries
    .find({ accountId, environmentId, _id: { $gt: deployId } })
    .sort({ _id: -1 })
    .limit(maxRuns)
    .toArray();
  return runs.find(
    (run) =>
      run.request.deployId === deployId ||
      (run.projectId === projectId && deploy.commit !== null && run.commit === deploy.commit),
  );
}

function viewOf(
  { environmentId, projectId, deploy, createdAt }: DeployDocument,
  projectName: string,
  run: TestRunSummaryDocument | undefined,
): LastDeployView {
  const { deployId: id, branch, commit, buildName } = deploy;
  return {
    environmentId,
    deploy: { id, projectId, projectName, branch, commit, buildName, createdAt },
    testRun: run ? testRunOf(run) : null,
  };
}

function testRunOf(run: TestRunSummaryDocument): LastDeployView['testRun'] {
  const { nothingCouldPass, failCount } = countsOf(run);
  return { id: run.testRunId, number: run.request.number, status: run.status, nothingCouldPass, failCount };
}
