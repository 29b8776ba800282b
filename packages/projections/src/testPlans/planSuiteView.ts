import {
  type AccountId,
  messages,
  noDeployForSuiteMessage,
  type PlanSuite,
  type TestPlanStageId,
  type TestPlanSuiteView,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { DeployDocument } from '../deploys/deploys.ts';

/** What suites of a plan are shown with. */
export type PlanSuiteNames = Awaited<ReturnType<typeof planSuiteNamesOf>>;

const place = (projectId: string, environmentId: string) => `${projectId} ${environmentId}`;

/** @returns what is deployed now where suites test that */
async function latestDeploysOf(
  collections: Collections,
  accountId: AccountId,
  suites: readonly PlanSuite[],
): Promise<Map<string, DeployDocument>> {
  const wanted = suites.flatMap(({ settings: { latestDeploy, projectId, environmentId } }) =>
    latestDeploy && environmentId !== null ? [{ projectId, environmentId }] : [],
  );
  const places = [...new Map(wanted.map((each) => [place(each.projectId, each.environmentId), each])).values()];
  const deploys = await Promise.all(
    places.map((where) => collections.deploys.findOne({ accountId, ...where }, { sort: { _id: -1 } })),
  );
  return new Map(
    deploys.flatMap((deploy) => (deploy ? [[place(deploy.projectId, deploy.environmentId), deploy]] : [])),
  );
}

export async function planSuiteNamesOf(collections: Collections, accountId: AccountId, planned: readonly PlanSuite[]) {
  const settings = planned.map((suite) => suite.settings);
  const inAny = (ids: readonly (string | null)[]) => ({ _id: { $in: [...new Set(ids.flatMap((id) => id ?? []))] } });
  const [projects, suites, environments, builds, deploys] = await Promise.all([
    collections.projects.find(inAny(settings.map(({ projectId }) => projectId))).toArray(),
    collections.testSuites.find(inAny(settings.map(({ testSuiteId }) => testSuiteId))).toArray(),
    collections.environments.find(inAny(settings.map(({ environmentId }) => environmentId))).toArray(),
    collections.builds.find(inAny(settings.map(({ buildId }) => buildId))).toArray(),
    latestDeploysOf(collections, accountId, planned),
  ]);
  return {
    projects: new Map(projects.map((project) => [project._id, project])),
    suites: new Map(suites.map((suite) => [suite._id, suite])),
    environments: new Map(environments.map((environment) => [environment._id, environment])),
    builds: new Map(builds.map(({ _id, build }) => [_id, build.name])),
    deploys,
  };
}

/** @returns why the suite could not start now, as far as read models know; null: nothing is known against it */
function problemOf({ settings }: PlanSuite, { projects, suites, environments, deploys }: PlanSuiteNames) {
  const { projectId, testSuiteId, environmentId, latestDeploy } = settings;
  const project = projects.get(projectId);
  const environment = environmentId === null ? undefined : environments.get(environmentId);
  if (!project || project.archived) return messages.noSuchProject;
  if (suites.get(testSuiteId)?.archived !== false) return messages.noSuiteFound;
  if (environmentId === null) return null;
  if (!environment || environment.archived) return messages.noSuchEnvironment;
  if (!latestDeploy || deploys.has(place(projectId, environmentId))) return null;
  return noDeployForSuiteMessage(project.name, environment.name);
}

/** A suite of a plan, without how it came out. */
export function planSuiteViewOf(
  suite: PlanSuite,
  where: { testPlanStageId: TestPlanStageId; order: number },
  names: PlanSuiteNames,
): Omit<TestPlanSuiteView, 'lastResult' | 'usualDuration'> {
  const { testPlanSuiteId: id, settings } = suite;
  const { projectId, testSuiteId, environmentId, buildId, latestDeploy } = settings;
  const project = names.projects.get(projectId);
  const deployed = latestDeploy && environmentId ? names.deploys.get(place(projectId, environmentId)) : undefined;
  return {
    id,
    ...where,
    archived: false,
    ...settings,
    project: { id: projectId, key: project?.key ?? projectId, name: project?.name ?? projectId },
    testSuite: { id: testSuiteId, name: names.suites.get(testSuiteId)?.name ?? testSuiteId },
    environment: environmentId && {
      id: environmentId,
      name: names.environments.get(environmentId)?.name ?? environmentId,
    },
    buildName: buildId && (names.builds.get(buildId) ?? buildId),
    deploy: deployed
      ? {
          id: deployed.deployId,
          branch: deployed.deploy.branch,
          commit: deployed.deploy.commit,
          buildName: deployed.deploy.buildName,
          createdAt: deployed.createdAt,
        }
      : null,
    problem: problemOf(suite, names),
  };
}
