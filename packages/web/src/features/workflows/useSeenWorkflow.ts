import type { WorkflowDetailView } from '@assay/contract';
import { useGetWorkflowQuery } from '../../connection/serviceHooks.ts';
import { useSeen } from '../../ui/form/useSeen.ts';

/** The version of a workflow that a form was filled with. */
export function useSeenWorkflow(workflow: WorkflowDetailView) {
  const { refetch } = useGetWorkflowQuery({ params: { id: workflow.id } });
  return useSeen(workflow, async () => {
    const { data } = await refetch();
    return data ? { data: [data] } : {};
  });
}
