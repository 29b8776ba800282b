import { changeNamed, namedThings } from '@assay/application';
import { testSuiteCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';
import { requireSuiteOfProject } from './requireSuiteOfProject.ts';

export const changeTestSuite = route(
  testSuiteCalls.changeTestSuite,
  async ({ api, params: { id: projectId, testSuiteId }, body, caller, context, expectedRevision }) => {
    await requireSuiteOfProject(api, caller.accountId, { projectId, testSuiteId });
    const { name, timeouts, ...others } = body;
    const settings = { ...timeouts, ...others };
    await checkTestSuiteRunners(settings, caller);
    const command = { type: 'changeTestSuite' as const, name, settings };
    const result = await changeNamed(api, namedThings.testSuite, testSuiteId, command, {
      ...context,
      expectedRevision,
    });
    return commandAnswer(api.eventLog, result);
  },
);
