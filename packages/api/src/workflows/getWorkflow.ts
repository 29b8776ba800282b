import { workflowCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getWorkflow = route(workflowCalls.getWorkflow, async ({ caller, params: { id } }) => {
  const workflow = await caller.models.workflow(id);
  if (!workflow) throw new DomainError('workflow.notFound');
  return workflow;
});
