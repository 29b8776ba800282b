import {
  type AccountId,
  type CreateTestRunRequest,
  type EnvironmentId,
  messages,
  noLatestDeployMessage,
  type StartedByTrigger,
  type TestPlanRunId,
  type TestRunId,
  type TriggerId,
  type TriggerSettings,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { startTestPlanRun } from '../testPlanRuns/startTestPlanRun.ts';
import { startTestRun } from '../testRuns/startTestRun.ts';

type Asked = {
  accountId: AccountId;
  triggerId: TriggerId;
  settings: TriggerSettings;
  /** In place of the trigger's own. */
  environmentId?: EnvironmentId | null;
  /** What is started: a test run, or a run of a test plan. */
  started: StartedByTrigger;
};

/**
 * Starts the test run or the plan run of a trigger, as somebody would. Repeated with the same id, it is started once.
 * @returns why it cannot be started, in words for people; null: it is
 */
export function startTriggeredRun(app: Application, asked: Asked, context: AppendContext): Promise<string | null> {
  const { testRunId, testPlanRunId } = asked.started;
  if (testPlanRunId !== null) return startPlan(app, asked, testPlanRunId, context);
  return testRunId === null ? Promise.resolve(messages.triggerGone) : startTests(app, asked, testRunId, context);
}

async function startPlan(
  app: Application,
  { accountId, triggerId, settings: { testPlanId } }: Asked,
  testPlanRunId: TestPlanRunId,
  context: AppendContext,
): Promise<string | null> {
  if (testPlanId === null) return messages.selectTestPlan;
  try {
    await startTestPlanRun(app, accountId, testPlanId, { testPlanRunId, triggerId }, context);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'testPlan.notFound') return messages.testPlanGone;
    if (error.code === 'testPlan.withoutSuites') return error.message;
    throw error;
  }
}

async function startTests(
  app: Application,
  { accountId, settings, environmentId = null }: Asked,
  testRunId: TestRunId,
  context: AppendContext,
): Promise<string | null> {
  const { projectId } = settings;
  const where = environmentId ?? settings.environmentId;
  const [project, environment] = await Promise.all([
    projectId && findNamed(app, namedThings.project, accountId, projectId),
    where && findNamed(app, namedThings.environment, accountId, where),
  ]);
  if (!project) return messages.noSuchProject;
  if (!environment) return messages.noSuchEnvironment;
  const body = requestOf(settings, { project: project.key, environment: environment.key });
  try {
    await startTestRun(app, accountId, testRunId, body, context, { project, environment });
    return null;
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    const [first] = error.errors;
    if (first?.field === 'latestDeploy') return noLatestDeployMessage(project.name, environment.name);
    return first?.message ?? error.message;
  }
}

/** @returns the request that the trigger stands for; what it leaves open comes from its suite or project. */
function requestOf(
  settings: TriggerSettings,
  where: Pick<CreateTestRunRequest, 'project' | 'environment'>,
): CreateTestRunRequest {
  const { latestDeploy, buildId, branch, commit, testOptionsType, includeTags, excludedTags, testFilters } = settings;
  const version = latestDeploy ? { latestDeploy } : { buildId, branch: branch ?? undefined, ref: commit };
  const tests =
    testOptionsType === 'suite'
      ? { testSuiteId: settings.testSuiteId }
      : { includeTags: [...includeTags], excludedTags: [...excludedTags], testFilters: [...testFilters] };
  return {
    ...where,
    ...version,
    ...tests,
    runners: settings.maxRunners ?? undefined,
    copies: settings.copies,
    priority: settings.priority ?? undefined,
    parallelizeByFile: settings.defaultToParallelizeByFile ?? undefined,
    testTimeoutSeconds: settings.testTimeoutSeconds ?? undefined,
    timeoutMinutes: settings.timeoutMinutes ?? undefined,
    retryFailedTests: settings.retryFailedTests ?? undefined,
    ignoreQuarantine: settings.ignoreQuarantine,
    playwrightProject: settings.playwrightProject,
  };
}
