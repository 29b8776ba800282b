import { archiveNamed, namedThings } from '@assay/application';
import { workflowCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveWorkflow = route(
  workflowCalls.archiveWorkflow,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveWorkflow' as const };
    const result = await archiveNamed(api, namedThings.workflow, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
