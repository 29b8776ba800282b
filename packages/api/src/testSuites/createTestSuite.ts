import { type TestSuiteId, testSuiteCalls } from '@assay/contract';
import { type TestSuiteCommand, testSuiteDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { ownActiveProject } from '../projects/ownActiveProject.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';
import { testSuiteNameOf } from './testSuiteNames.ts';

export const createTestSuite = route(
  testSuiteCalls.createTestSuite,
  async ({ api, params: { id: projectId }, body, caller, context, newId }) => {
    const project = await ownActiveProject(api, caller.accountId, projectId);
    const { name, ...given } = body;
    await checkTestSuiteRunners(given, caller);
    const { retryFailedTests, defaultToParallelizeByFile: parallelizeByFile } = project.settings;
    const settings = {
      ...{ type: 'Other' as const, description: null, maxRunners: null, priority: null },
      ...{ includeTags: [], excludedTags: [], testFilters: [], retryFailedTests, parallelizeByFile },
      ...given,
    };
    const testSuiteId = newId<TestSuiteId>();
    const command: TestSuiteCommand = { type: 'createTestSuite', testSuiteId, projectId, name, settings };
    const names = [testSuiteNameOf(projectId, name)];
    const result = await withReservedNames(api, names, `testSuite-${testSuiteId}`, context, () =>
      api.eventLog.handle(
        testSuiteDecider,
        testSuiteId,
        (state) => (state.status === 'none' ? command : null),
        context,
      ),
    );
    return commandAnswer(api.eventLog, result);
  },
);
