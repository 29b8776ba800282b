import { CommandAnswer, CreateTestRunRequest, limits, messages, runnersMessage, type TestRunId } from '@assay/contract';
import { largestRunnerCount } from '../accounts/largestRunnerCount.ts';
import { ownBuild } from '../builds/ownBuild.ts';
import { type FieldError, invalidFields } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { ownTestSuite } from '../testSuites/ownTestSuite.ts';
import { environmentByKey, projectByKey } from './findByKey.ts';
import { startTestRun } from './startTestRun.ts';

export const createTestRun = route({
  method: 'POST',
  url: '/test-runs',
  summary: 'Start a test run; what is left out comes from the suite, and else from the project',
  permission: 'testRun.write',
  body: CreateTestRunRequest,
  status: 201,
  answer: CommandAnswer,
  handle: async ({ api, body, caller, context, newId }) => {
    const [project, environment, account] = await Promise.all([
      projectByKey(api, caller.accountId, body.project),
      environmentByKey(api, caller.accountId, body.environment),
      caller.models.account(),
    ]);
    const errors: FieldError[] = [];
    const mostRunners = largestRunnerCount(account);
    if (!project) errors.push({ field: 'project', message: messages.blank });
    if (!environment) errors.push({ field: 'environment', message: messages.selectEnvironment });
    if (body.runners !== undefined && body.runners > mostRunners) {
      errors.push({ field: 'runners', message: runnersMessage(mostRunners) });
    }
    const build =
      project && body.buildId ? await ownBuild(api, caller.accountId, { ...project, buildId: body.buildId }) : null;
    const suite =
      project && body.testSuiteId
        ? await ownTestSuite(api, caller.accountId, { ...project, testSuiteId: body.testSuiteId })
        : null;
    if (body.testSuiteId && suite?.status !== 'active') {
      errors.push({ field: 'testSuiteId', message: messages.selectTestSuite });
    }
    // Without a repository there is nothing else to run from.
    const needsBuild = project?.settings.gitUrl === null || (body.buildId ?? null) !== null;
    if (needsBuild && !build) errors.push({ field: 'buildId', message: messages.selectBuild });
    if (!project || !environment || errors.length > 0) throw invalidFields(...errors);

    const { settings } = project;
    const chosen = suite?.status === 'active' ? suite.settings : null;
    const wanted = {
      projectId: project.projectId,
      environmentId: environment.environmentId,
      branch: body.branch ?? build?.branch ?? settings.defaultBranch,
      // What a build is of cannot be chosen any more.
      ref: build ? null : (body.ref ?? null),
      build: build && { buildId: build.buildId, name: build.name, commit: build.commit },
      includeTags: body.includeTags ?? chosen?.includeTags ?? [],
      excludedTags: body.excludedTags ?? chosen?.excludedTags ?? [],
      testFilters: body.testFilters ?? chosen?.testFilters ?? [],
      selectedTests: null,
      // The account's bound may have been lowered after the suite or project was made.
      maxRunners: body.runners ?? Math.min(chosen?.maxRunners ?? settings.defaultMaxRunners, mostRunners),
      parallelizeByFile: body.parallelizeByFile ?? chosen?.parallelizeByFile ?? settings.defaultToParallelizeByFile,
      testTimeoutSeconds: body.testTimeoutSeconds ?? chosen?.testTimeoutSeconds ?? settings.testTimeoutSeconds,
      timeoutMinutes: body.timeoutMinutes ?? chosen?.timeoutMinutes ?? settings.testRunTimeoutMinutes,
      retryFailedTests: body.retryFailedTests ?? chosen?.retryFailedTests ?? settings.retryFailedTests,
      ignoreQuarantine: body.ignoreQuarantine ?? false,
      recordVideo: settings.recordVideo,
      priority: body.priority ?? chosen?.priority ?? limits.priority.default,
      playwrightProject: body.playwrightProject ?? null,
      testSuiteId: body.testSuiteId ?? null,
      rerunOf: null,
      upload: null,
    };
    return startTestRun(api, newId<TestRunId>(), wanted, context);
  },
});
