import { archiveNamed, namedThings } from '@assay/application';
import { testSuiteCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireSuiteOfProject } from './requireSuiteOfProject.ts';

export const archiveTestSuite = route(
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
