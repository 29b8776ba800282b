import { type TestDistributionRuleView, testTypeLabels } from '@assay/contract';
import { useNavigate } from 'react-router';
import { useDeleteTestDistributionRuleMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';

/** @returns asks whether to delete a rule, does it, and goes to the list. */
export function useDeleteRule() {
  const [remove] = useDeleteTestDistributionRuleMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  return ({ id, orderToApply, assignedTo }: TestDistributionRuleView) =>
    askToDelete({
      name: `rule ${orderToApply}`,
      follows: `Tests that are ${testTypeLabels[assignedTo]} by it fall under the next rule that fits, or under none.`,
      remove: () => remove({ params: { id } }),
      onDeleted: () => navigate(path('settings/test-distribution-settings')),
    });
}
