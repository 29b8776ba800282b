import type { TestPlanView } from '@assay/contract';
import { useArchiveTestPlanMutation, useListTriggersQuery } from '../../connection/serviceHooks.ts';
import { askToDelete } from '../../ui/askToDelete.ts';

/** @returns a function that asks whether to delete a plan, naming the triggers that then start nothing, and does it. */
export function useDeleteTestPlan() {
  const [archive] = useArchiveTestPlanMutation();
  const { data: triggers = [] } = useListTriggersQuery();
  return ({ id, name }: Pick<TestPlanView, 'id' | 'name'>, onDeleted?: () => unknown) => {
    const names = triggers.flatMap((trigger) => (trigger.testPlanId === id ? [trigger.name] : []));
    const orphaned = names.length === 0 ? '' : ` Nothing is started by ${names.join(', ')} any more.`;
    askToDelete({
      name,
      follows: `It cannot be run any more.${orphaned} Its runs and their results stay.`,
      remove: () => archive({ params: { id } }),
      onDeleted,
    });
  };
}
