import { createNamed, namedThings, refusedNamesOf } from '@assay/application';
import { type WorkflowId, workflowCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createWorkflow = route(
  workflowCalls.createWorkflow,
  async ({ api, body: { name }, context, newId }) => {
    const workflowId = newId<WorkflowId>();
    const command = { type: 'createWorkflow' as const, workflowId, name };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.workflow, workflowId, command, context));
  },
  {
    rest: ({ api, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.workflow, accountId, id: null, fields: { name } }),
  },
);
