import { projectCalls } from '@assay/contract';
import { projectTestsDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const dequarantineTest = route(
  projectCalls.dequarantineTest,
  async ({ api, params: { id, testId }, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    const result = await api.eventLog.handle(
      projectTestsDecider,
      id,
      { type: 'dequarantineTest', projectId: id, testId },
      { ...context, expectedRevision },
    );
    return commandAnswer(api.eventLog, result);
  },
);
