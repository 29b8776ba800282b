import {
  type AccountId,
  dynamicEnvironmentKey,
  type EnvironmentId,
  messages,
  noDeployForSuiteMessage,
  type PlanStage,
  type PlanSuite,
  type TestPlanSuiteSettings,
} from '@assay/contract';
import type { EnvironmentState, PlannedStage, PlannedSuite, ProjectState } from '@assay/domain';
import type { Application } from '../application.ts';
import { findByKey, findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { namedSource, type RunSource, runSource } from '../testRuns/runSource.ts';

type Project = Extract<ProjectState, { status: 'active' }>;
type Environment = Extract<EnvironmentState, { status: 'active' }>;
type Resolved = Pick<PlannedSuite, 'environmentId' | 'environmentKey' | 'source' | 'problem'>;

/**
 * Settles for a whole plan run what each suite is run on, and where: what is deployed is looked up once for each place,
 * so that all suites there test the same version. What cannot be settled is told when the suite's turn comes.
 * @returns the stages that have suites
 */
export async function resolvePlanSuites(
  app: Application,
  accountId: AccountId,
  stages: readonly PlanStage[],
): Promise<PlannedStage[]> {
  const caller = { accountId, models: app.readModels.of(accountId) };
  const deployed = new Map<string, ReturnType<typeof runSource>>();

  function deployedSource(project: Project, environment: Environment): ReturnType<typeof runSource> {
    const place = `${project.projectId} ${environment.environmentId}`;
    const source =
      deployed.get(place) ?? runSource(app, { body: { latestDeploy: true }, project, environment, caller });
    deployed.set(place, source);
    return source;
  }

  async function onDeploy(project: Project, settings: TestPlanSuiteSettings): Promise<Resolved> {
    const environmentKey = keyOf(settings, null);
    const environment = await environmentOf(settings.environmentId, environmentKey);
    if (!environment) return refused(settings.environmentId, environmentKey, messages.noSuchEnvironment);
    const { environmentId } = environment;
    const source = await deployedSource(project, environment);
    if (!('field' in source)) return { environmentId, environmentKey, source, problem: null };
    const isMissing = source.field === 'latestDeploy';
    const problem = isMissing ? noDeployForSuiteMessage(project.name, environment.name) : source.message;
    return refused(environmentId, environmentKey, problem);
  }

  async function onVersion(project: Project, settings: TestPlanSuiteSettings): Promise<Resolved> {
    const { branch, commit, buildId } = settings;
    const body = { branch: branch ?? undefined, ref: commit, buildId };
    const source = await namedSource(app, { body, project, caller });
    if ('field' in source) return refused(settings.environmentId, null, source.message);
    const environmentKey = keyOf(settings, source);
    // A dynamic one may come into being before the suite's turn.
    const environment = await environmentOf(settings.environmentId, environmentKey);
    const isGone = !environment && environmentKey === null;
    if (isGone) return refused(settings.environmentId, null, messages.noSuchEnvironment);
    return { environmentId: environment?.environmentId ?? null, environmentKey, source, problem: null };
  }

  function environmentOf(environmentId: EnvironmentId | null, key: string | null): Promise<Environment | null> {
    if (environmentId !== null) return findNamed(app, namedThings.environment, accountId, environmentId);
    return key ? findByKey(app, namedThings.environment, accountId, key) : Promise.resolve(null);
  }

  async function resolved({ testPlanSuiteId, settings }: PlanSuite): Promise<PlannedSuite> {
    const { projectId, testSuiteId, environmentId, latestDeploy } = settings;
    const [project, suite] = await Promise.all([
      findNamed(app, namedThings.project, accountId, projectId),
      findNamed(app, namedThings.testSuite, accountId, testSuiteId),
    ]);
    const ids = { testPlanSuiteId, projectId, testSuiteId };
    if (!project) return { ...ids, ...refused(environmentId, null, messages.noSuchProject) };
    if (suite?.projectId !== projectId) return { ...ids, ...refused(environmentId, null, messages.noSuiteFound) };
    return { ...ids, ...(await (latestDeploy ? onDeploy : onVersion)(project, settings)) };
  }

  return Promise.all(
    stages
      .filter(({ suites }) => suites.length > 0)
      .map(async ({ testPlanStageId, settings, suites }) => ({
        testPlanStageId,
        settings,
        suites: await Promise.all(suites.map(resolved)),
      })),
  );
}

function refused(environmentId: EnvironmentId | null, environmentKey: string | null, problem: string): Resolved {
  return { environmentId, environmentKey, source: null, problem };
}

/** @returns the key of a dynamic environment; null: it is a fixed one */
function keyOf({ dynamicEnvironment }: TestPlanSuiteSettings, source: RunSource | null): string | null {
  if (dynamicEnvironment === null) return null;
  const version = { branch: source?.branch ?? null, build: source?.build?.name ?? null };
  return dynamicEnvironmentKey(dynamicEnvironment, version);
}
