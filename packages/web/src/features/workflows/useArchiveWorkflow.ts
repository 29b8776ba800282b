import type { WorkflowView } from '@assay/contract';
import { useArchiveWorkflowMutation } from '../../connection/serviceHooks.ts';
import { askToDelete } from '../../ui/askToDelete.ts';

/** @returns a function that asks whether to archive a workflow, and does it. */
export function useArchiveWorkflow() {
  const [archive] = useArchiveWorkflowMutation();
  return ({ id, name }: Pick<WorkflowView, 'id' | 'name'>, onDeleted?: () => unknown) =>
    askToDelete({
      verb: 'Archive',
      name,
      follows: 'It leaves the list, and its name is free again. Test plans that its steps name stay as they are.',
      remove: () => archive({ params: { id } }),
      onDeleted,
    });
}
