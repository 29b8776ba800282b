import { changeNamed, namedThings, refusedNamesOf } from '@assay/application';
import { testSuiteCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';
import { requireSuiteOfProject } from './requireSuiteOfProject.ts';

export const changeTestSuite = route(
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
