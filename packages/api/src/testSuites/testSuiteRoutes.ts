import {
  type Application,
  archiveNamed,
  changeNamed,
  createNamed,
  InvalidFields,
  maxRunnersOf,
  namedThings,
  ownNamed,
  refusedNamesOf,
} from '@assay/application';
import {
  type AccountId,
  betweenMessage,
  type ProjectId,
  type TestSuiteId,
  type TestSuiteSettings,
  testSuiteCalls,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { Member } from '../http/callers.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/** @throws ApiError 400 when a suite wants more runners than the account may use. */
async function checkTestSuiteRunners(
  { maxRunners }: Partial<TestSuiteSettings>,
  { models }: Pick<Member, 'models'>,
): Promise<void> {
  if (maxRunners === undefined || maxRunners === null) return;
  const most = maxRunnersOf(await models.account());
  if (maxRunners > most) throw new InvalidFields({ field: 'maxRunners', message: betweenMessage(1, most) });
}

/** @throws DomainError testSuite.notFound when the account has no suite of that id in this project, archived or not. */
async function requireSuiteOfProject(
  { owners, eventLog }: Pick<Application, 'owners' | 'eventLog'>,
  accountId: AccountId,
  { projectId, testSuiteId }: { projectId: ProjectId; testSuiteId: TestSuiteId },
): Promise<void> {
  const { notFound, stateOf } = namedThings.testSuite;
  await owners.requireOwn(`testSuite-${testSuiteId}`, accountId, notFound);
  const suite = await stateOf(eventLog, testSuiteId);
  if (suite.status === 'none' || suite.projectId !== projectId) throw new DomainError(notFound);
}

const listTestSuites = route(testSuiteCalls.listTestSuites, ({ caller, query }) =>
  caller.models.testSuites(query.projectId),
);

const createTestSuite = route(
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

const getTestSuite = route(testSuiteCalls.getTestSuite, async ({ caller, params: { id, testSuiteId } }) => {
  const suite = await caller.models.testSuite(id, testSuiteId);
  if (!suite) throw new DomainError('testSuite.notFound');
  return suite;
});

const changeTestSuite = route(
  testSuiteCalls.changeTestSuite,
  async ({ api, params: { testSuiteId }, body, context, errors, expectedRevision }) => {
    const { name, timeouts, ...others } = body;
    const command = { type: 'changeTestSuite' as const, name, settings: { ...timeouts, ...others } };
    const seen = { ...context, expectedRevision };
    const result = await changeNamed(api, namedThings.testSuite, testSuiteId, command, seen, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, params: { id: projectId, testSuiteId }, body, caller }) => [
      () => requireSuiteOfProject(api, caller.accountId, { projectId, testSuiteId }),
      () => checkTestSuiteRunners(body, caller),
    ],
    rest: ({ api, params: { id: projectId, testSuiteId }, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.testSuite,
        accountId,
        id: testSuiteId,
        fields: { name, projectId },
      }),
  },
);

const archiveTestSuite = route(
  testSuiteCalls.archiveTestSuite,
  async ({ api, params: { id: projectId, testSuiteId }, caller, context, expectedRevision }) => {
    await requireSuiteOfProject(api, caller.accountId, { projectId, testSuiteId });
    const command = { type: 'archiveTestSuite' as const };
    const result = await archiveNamed(api, namedThings.testSuite, testSuiteId, command, {
      ...context,
      expectedRevision,
    });
    return commandAnswer(api.eventLog, result);
  },
);

export const testSuiteRoutes: readonly Route[] = [
  listTestSuites,
  createTestSuite,
  getTestSuite,
  changeTestSuite,
  archiveTestSuite,
];
