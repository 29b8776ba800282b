import { CommandAnswer, CreateTestSuiteRequest, type TestSuiteId } from '@assay/contract';
import { DomainError, projectDecider, type TestSuiteCommand, testSuiteDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { ProjectParams } from '../projects/projectParams.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';
import { testSuiteNameOf } from './testSuiteNames.ts';

export const createTestSuite = route({
  method: 'POST',
  url: '/projects/:id/test-suites',
  summary: "Give a choice of the project's tests a name; what is left out is as in the project",
  permission: 'testSuite.write',
  params: ProjectParams,
  body: CreateTestSuiteRequest,
  status: 201,
  answer: CommandAnswer,
  handle: async ({ api, params: { id: projectId }, body, caller, context, newId }) => {
    await api.owners.requireOwn(`project-${projectId}`, caller.accountId, 'project.notFound');
    const { state: project } = await api.eventLog.load(projectDecider, projectId);
    if (project.status !== 'active') throw new DomainError('project.notFound');
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
});
