import { archiveNamed, namedThings } from '@assay/application';
import { projectCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveProject = route(
  projectCalls.archiveProject,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveProject' as const };
    const result = await archiveNamed(api, namedThings.project, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
