import type { WorkflowDetailView } from '@assay/contract';
import { useSeen } from '../../ui/form/useSeen.ts';
import { useGetWorkflowQuery } from './workflowsApi.ts';

/** The version of a workflow that a form was filled with. */
export function useSeenWorkflow(workflow: WorkflowDetailView) {
  const { refetch } = useGetWorkflowQuery({ params: { id: workflow.id } });
  return useSeen(workflow, async () => {
    const { data } = await refetch();
    return data ? { data: [data] } : {};
  });
}
