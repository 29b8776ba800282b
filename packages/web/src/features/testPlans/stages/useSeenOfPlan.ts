import type { TestPlanDetailView } from '@assay/contract';
import { useGetTestPlanQuery } from '../../../connection/serviceHooks.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';

/**
 * The version of a part of a plan that a form was filled with. It has the revision of the plan, which changes with any
 * of its parts.
 * @param part null: a new one
 * @param partsOf the parts of its kind
 */
export function useSeenOfPlan<Part extends { id: string }>(
  plan: TestPlanDetailView,
  part: Part | null,
  partsOf: (plan: TestPlanDetailView) => readonly Part[],
) {
  const { refetch } = useGetTestPlanQuery({ params: { id: plan.id } });
  return useSeen(part && { ...part, revision: plan.revision }, async () => {
    const { data } = await refetch();
    return data ? { data: partsOf(data).map((other) => ({ ...other, revision: data.revision })) } : {};
  });
}
