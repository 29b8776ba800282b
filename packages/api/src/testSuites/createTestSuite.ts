import { createNamed, namedThings, ownNamed, refusedNamesOf } from '@assay/application';
import { type TestSuiteId, type TestSuiteSettings, testSuiteCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';

export const createTestSuite = route(
  testSuiteCalls.createTestSuite,
  async ({ api, params: { id: projectId }, body, caller, context, errors, newId }) => {
    const project = await ownNamed(api, namedThings.project, caller.accountId, projectId);
    const { name, ...given } = body;
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
    const result = await createNamed(api, namedThings.testSuite, testSuiteId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, params: { id }, body, caller }) => [
      () => ownNamed(api, namedThings.project, caller.accountId, id),
      () => checkTestSuiteRunners(body, caller),
    ],
    rest: ({ api, params: { id: projectId }, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.testSuite,
        accountId,
        id: null,
        fields: { name, projectId },
      }),
  },
);
