import type { TestDistributionRuleView } from '@assay/contract';
import { useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import {
  useChangeTestDistributionRuleMutation,
  useListTestDistributionRulesQuery,
} from '../../../connection/serviceHooks.ts';
import { showFailure, showProblem } from '../../../ui/showFailure.ts';
import { movedRuleRequest } from './distributionRuleForm.ts';

/** @returns the one that was moved: without it, both orders are the same. */
function movedId(before: readonly string[], after: readonly string[]): string | undefined {
  const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id).join(' ');
  const differing = before.flatMap((id, at) => (id === after[at] ? [] : [id, after[at] ?? id]));
  return differing.find((id) => without(before, id) === without(after, id));
}

/**
 * The rules as somebody put them in order, while that is saved: the one that was moved takes the place of the one that
 * was there, and the service lets the others make room. It is sent with the revision that was seen.
 */
export function useOrderOfRules(rules: readonly TestDistributionRuleView[]) {
  const [change] = useChangeTestDistributionRuleMutation();
  const { refetch } = useListTestDistributionRulesQuery();
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const ruleOf = (id: string | undefined) => rules.find((rule) => rule.id === id);

  async function move(order: readonly string[]): Promise<void> {
    const id = movedId(
      rules.map((rule) => rule.id),
      order,
    );
    const rule = ruleOf(id);
    const place = id === undefined ? undefined : rules[order.indexOf(id)]?.orderToApply;
    if (!rule || place === undefined) return;
    setIds(order);
    const body = movedRuleRequest(rule, place);
    const { error } = await change({ params: { id: rule.id }, body, ifMatch: rule.revision });
    if (asServiceError(error)?.status === 412) {
      showProblem('It was put back', 'Somebody else changed the rules meanwhile. They are shown as they are now.');
    } else if (error) {
      showFailure(error);
    }
    await refetch();
    setIds(null);
  }

  return { inOrder: ids === null ? rules : ids.flatMap((id) => ruleOf(id) ?? []), isSaving: ids !== null, move };
}
