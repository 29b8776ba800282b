import type { TestDistributionRuleView } from '@assay/contract';
import {
  useChangeTestDistributionRuleMutation,
  useListTestDistributionRulesQuery,
} from '../../../connection/serviceHooks.ts';
import { useSavedOrder } from '../../../ui/useSavedOrder.ts';
import { movedRuleRequest } from './distributionRuleForm.ts';

/** The rules in order: the one that was moved takes the number of the one that was there. */
export function useOrderOfRules(rules: readonly TestDistributionRuleView[]) {
  const [change] = useChangeTestDistributionRuleMutation();
  const { refetch } = useListTestDistributionRulesQuery();
  return useSavedOrder({
    items: rules,
    save: (rule, place) => {
      const body = movedRuleRequest(rule, rules[place]?.orderToApply ?? rule.orderToApply);
      return change({ params: { id: rule.id }, body, ifMatch: rule.revision });
    },
    refetch,
    conflict: 'The rules have changed meanwhile. They are shown as they are now.',
  });
}
