import {
  type AccountId,
  attributesProblem,
  betweenMessage,
  type CreateTestRunRequest,
  includes,
  limits,
  messages,
  type ProjectSettings,
  type TestRunId,
  type TestSuiteSettings,
} from '@assay/contract';
import type { EnvironmentState, ProjectState } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import { maxRunnersOf } from '../accounts/maxRunnersOf.ts';
import type { Application } from '../application.ts';
import { type FieldError, InvalidFields } from '../invalidFields.ts';
import { findByKey, findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { recordTestRun } from './recordTestRun.ts';
import { type RunSource, runSource } from './runSource.ts';
import { stagePriority } from './stagePriority.ts';

/** The project and environment of a run, for whoever has looked them up; and its version, if that is settled. */
type Where = {
  project: Extract<ProjectState, { status: 'active' }>;
  environment: Extract<EnvironmentState, { status: 'active' }>;
  source?: RunSource;
};

/**
 * Starts a run for a form, a CI job or a trigger: resolves the project, environment, suite and version that the request
 * names, and fills in what it leaves out.
 * @param testRunId repeated with the same id, the run is started once
 * @param where what the request names, if it is known; else it is looked up. A source takes the place of the request's
 * @throws InvalidFields for what does not exist or asks for too much
 */
export async function startTestRun(
  app: Application,
  accountId: AccountId,
  testRunId: TestRunId,
  body: CreateTestRunRequest,
  context: AppendContext,
  where?: Where,
): Promise<CommandResult> {
  const models = app.readModels.of(accountId);
  const { project, environment, suite, maxRunners, mayRecord, errors } = await lookUp(app, accountId, body, where);
  const source =
    project && environment
      ? (where?.source ?? (await runSource(app, { body, project, environment, caller: { accountId, models } })))
      : null;
  if (source && 'field' in source) errors.push(source);
  if (!project || !environment || !source || 'field' in source || errors.length > 0) throw new InvalidFields(...errors);

  const { projectId, settings } = project;
  const wanted = {
    projectId,
    environmentId: environment.environmentId,
    pipelineStageId: environment.pipelineStageId,
    testSuiteId: body.testSuiteId ?? null,
    ...source,
    ...settingsOfRun(body, suite?.settings ?? null, settings, {
      maxRunners,
      priority: await stagePriority(app, environment),
    }),
    selectedTests: null,
    copies: body.copies ?? limits.copies.default,
    recordVideo: settings.recordVideo && mayRecord,
    rerunOf: null,
    upload: null,
    attributes: body.attributes ?? [],
  };
  return recordTestRun(app, testRunId, wanted, context);
}

/** @returns what is wrong with what a request names or asks for, as far as it does: it may be a part of one. */
export async function errorsOfTestRun(
  app: Application,
  accountId: AccountId,
  body: Partial<CreateTestRunRequest>,
): Promise<FieldError[]> {
  return (await lookUp(app, accountId, body)).errors;
}

async function lookUp(app: Application, accountId: AccountId, body: Partial<CreateTestRunRequest>, where?: Where) {
  const byKey = <Thing>(key: string | undefined, find: (key: string) => Promise<Thing>) =>
    key === undefined ? null : find(key);
  const [project, environment, account] = await Promise.all([
    where?.project ?? byKey(body.project, (key) => findByKey(app, namedThings.project, accountId, key)),
    where?.environment ?? byKey(body.environment, (key) => findByKey(app, namedThings.environment, accountId, key)),
    app.readModels.of(accountId).account(),
  ]);
  const errors: FieldError[] = [];
  const maxRunners = maxRunnersOf(account);
  const mayRecord = account === null || includes(account, 'recordings');
  if (body.project !== undefined && !project) errors.push({ field: 'project', message: messages.noSuchProject });
  if (body.environment !== undefined && !environment) {
    errors.push({ field: 'environment', message: messages.noSuchEnvironment });
  }
  if (body.runners !== undefined && body.runners > maxRunners) {
    errors.push({ field: 'runners', message: betweenMessage(1, maxRunners) });
  }
  const { testSuiteId = null } = body;
  const found = testSuiteId ? await findNamed(app, namedThings.testSuite, accountId, testSuiteId) : null;
  const suite = found?.projectId === project?.projectId ? found : null;
  if (testSuiteId && body.project !== undefined && !suite) {
    errors.push({ field: 'testSuiteId', message: messages.selectTestSuite });
  }
  const problem = attributesProblem(body.attributes ?? []);
  if (problem !== null) errors.push({ field: 'attributes', message: problem });
  return { project, environment, suite, maxRunners, mayRecord, errors };
}

/**
 * Which tests are run, and how: from the request, else from its suite, else from the project; the priority from the
 * stage.
 */
function settingsOfRun(
  body: CreateTestRunRequest,
  suite: TestSuiteSettings | null,
  project: ProjectSettings,
  { maxRunners, priority }: { maxRunners: number; priority: number },
) {
  return {
    includeTags: body.includeTags ?? suite?.includeTags ?? [],
    excludedTags: body.excludedTags ?? suite?.excludedTags ?? [],
    testFilters: body.testFilters ?? suite?.testFilters ?? [],
    // The account's maximum may have been lowered after the suite or project was created.
    maxRunners: body.runners ?? Math.min(suite?.maxRunners ?? project.defaultMaxRunners, maxRunners),
    parallelizeByFile: body.parallelizeByFile ?? suite?.parallelizeByFile ?? project.defaultToParallelizeByFile,
    testTimeoutSeconds: body.testTimeoutSeconds ?? suite?.testTimeoutSeconds ?? project.testTimeoutSeconds,
    timeoutMinutes: body.timeoutMinutes ?? suite?.timeoutMinutes ?? project.testRunTimeoutMinutes,
    retryFailedTests: body.retryFailedTests ?? suite?.retryFailedTests ?? project.retryFailedTests,
    ignoreQuarantine: body.ignoreQuarantine ?? false,
    priority: body.priority ?? suite?.priority ?? priority,
    playwrightProject: body.playwrightProject ?? null,
  };
}
