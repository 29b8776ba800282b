import { CommandAnswer } from '@assay/contract';
import { projectTestsDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { ProjectTestParams } from './projectParams.ts';

export const dequarantineTest = route({
  method: 'PUT',
  url: '/projects/:id/tests/:testId/dequarantine',
  summary: 'Let a test count again',
  permission: 'test.quarantine',
  params: ProjectTestParams,
  answer: CommandAnswer,
  handle: async ({ api, params: { id, testId }, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    const result = await api.eventLog.handle(
      projectTestsDecider,
      id,
      { type: 'dequarantineTest', projectId: id, testId },
      { ...context, expectedRevision },
    );
    return commandAnswer(api.eventLog, result);
  },
});
