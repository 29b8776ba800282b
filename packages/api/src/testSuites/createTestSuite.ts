import { createNamed, namedThings, ownNamed } from '@assay/application';
import { type TestSuiteId, type TestSuiteSettings, testSuiteCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';

export const createTestSuite = route(
  testSuiteCalls.createTestSuite,
  async ({ api, params: { id: projectId }, body, caller, context, newId }) => {
    const project = await ownNamed(api, namedThings.project, caller.accountId, projectId);
    const { name, ...given } = body;
    await checkTestSuiteRunners(given, caller);
    const settings: TestSuiteSettings = {
      type: 'Other',
      description: null,
      maxRunners: null,
      priority: null,
      includeTags: [],
      excludedTags: [],
      testFilters: [],
      retryFailedTests: project.settings.retryFailedTests,
      parallelizeByFile: project.settings.defaultToParallelizeByFile,
      ...given,
    };
    const testSuiteId = newId<TestSuiteId>();
    const command = { type: 'createTestSuite' as const, testSuiteId, projectId, name, settings };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.testSuite, testSuiteId, command, context));
  },
);
