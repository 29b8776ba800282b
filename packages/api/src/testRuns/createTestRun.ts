import {
  type CreateTestRunRequest,
  limits,
  messages,
  type ProjectSettings,
  runnersMessage,
  type TestRunId,
  type TestSuiteSettings,
  testRunCalls,
} from '@assay/contract';
import { largestRunnerCount } from '../accounts/largestRunnerCount.ts';
import { type FieldError, invalidFields } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { ownTestSuite } from '../testSuites/ownTestSuite.ts';
import { environmentByKey, projectByKey } from './findByKey.ts';
import { runSource } from './runSource.ts';
import { stagePriority } from './stagePriority.ts';
import { startTestRun } from './startTestRun.ts';

export const createTestRun = route(testRunCalls.createTestRun, async ({ api, body, caller, context, newId }) => {
  const [project, environment, account] = await Promise.all([
    projectByKey(api, caller.accountId, body.project),
    environmentByKey(api, caller.accountId, body.environment),
    caller.models.account(),
  ]);
  const errors: FieldError[] = [];
  const mostRunners = largestRunnerCount(account);
  if (!project) errors.push({ field: 'project', message: messages.noSuchProject });
  if (!environment) errors.push({ field: 'environment', message: messages.noSuchEnvironment });
  if (body.runners !== undefined && body.runners > mostRunners) {
    errors.push({ field: 'runners', message: runnersMessage(mostRunners) });
  }
  const { testSuiteId = null } = body;
  const suite = project && testSuiteId ? await ownTestSuite(api, caller.accountId, { ...project, testSuiteId }) : null;
  if (testSuiteId && suite?.status !== 'active') {
    errors.push({ field: 'testSuiteId', message: messages.selectTestSuite });
  }
  const source = project && environment ? await runSource(api, { body, project, environment, caller }) : null;
  if (source && 'field' in source) errors.push(source);
  if (!project || !environment || !source || 'field' in source || errors.length > 0) throw invalidFields(...errors);

  const { projectId, settings } = project;
  const chosen = suite?.status === 'active' ? suite.settings : null;
  const wanted = {
    ...{ projectId, environmentId: environment.environmentId, testSuiteId },
    ...source,
    ...settingsOfRun(body, chosen, settings, { mostRunners, priority: await stagePriority(api, environment) }),
    selectedTests: null,
    copies: body.copies ?? limits.copies.default,
    recordVideo: settings.recordVideo,
    rerunOf: null,
    upload: null,
  };
  return startTestRun(api, newId<TestRunId>(), wanted, context);
});

/** Which tests are run, and how: by the request, else by its suite, else by the project; the priority by the stage. */
function settingsOfRun(
  body: CreateTestRunRequest,
  suite: TestSuiteSettings | null,
  project: ProjectSettings,
  { mostRunners, priority }: { mostRunners: number; priority: number },
) {
  return {
    includeTags: body.includeTags ?? suite?.includeTags ?? [],
    excludedTags: body.excludedTags ?? suite?.excludedTags ?? [],
    testFilters: body.testFilters ?? suite?.testFilters ?? [],
    // The account's bound may have been lowered after the suite or project was made.
    maxRunners: body.runners ?? Math.min(suite?.maxRunners ?? project.defaultMaxRunners, mostRunners),
    parallelizeByFile: body.parallelizeByFile ?? suite?.parallelizeByFile ?? project.defaultToParallelizeByFile,
    testTimeoutSeconds: body.testTimeoutSeconds ?? suite?.testTimeoutSeconds ?? project.testTimeoutSeconds,
    timeoutMinutes: body.timeoutMinutes ?? suite?.timeoutMinutes ?? project.testRunTimeoutMinutes,
    retryFailedTests: body.retryFailedTests ?? suite?.retryFailedTests ?? project.retryFailedTests,
    ignoreQuarantine: body.ignoreQuarantine ?? false,
    priority: body.priority ?? suite?.priority ?? priority,
    playwrightProject: body.playwrightProject ?? null,
  };
}
