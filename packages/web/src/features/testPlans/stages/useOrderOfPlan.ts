import type { TestPlanDetailView, TestPlanStageId } from '@assay/contract';
import { useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import {
  useChangeTestPlanStageMutation,
  useChangeTestPlanSuiteMutation,
  useGetTestPlanQuery,
} from '../../../connection/serviceHooks.ts';
import { showFailure, showProblem } from '../../../ui/showFailure.ts';
import { movedTo, type Place, type PlanOrder } from './planOrder.ts';

function orderOf({ stages }: TestPlanDetailView): PlanOrder {
  return stages.map(({ id, suites }) => ({ id, suiteIds: suites.map((suite) => suite.id) }));
}

/**
 * The order of a plan's stages and suites as somebody put it, while that is saved. A move is sent with the revision that
 * was seen, so that two people who sort at a time do not mix their orders unseen; when it is refused, all is back where
 * it was, and a notice says so.
 */
export function useOrderOfPlan(plan: TestPlanDetailView) {
  const [changeStage] = useChangeTestPlanStageMutation();
  const [changeSuite] = useChangeTestPlanSuiteMutation();
  const { refetch } = useGetTestPlanQuery({ params: { id: plan.id } });
  const [moved, setMoved] = useState<PlanOrder | null>(null);
  const seen = orderOf(plan);

  function send(id: string, { stage, suite }: Place) {
    const params = { id: plan.id, stageId: id };
    if (suite === null) return changeStage({ params, body: { order: stage + 1 }, ifMatch: plan.revision });
    const from = plan.stages.find(({ suites }) => suites.some((other) => other.id === id));
    const testPlanStageId = plan.stages[stage]?.id as TestPlanStageId;
    return changeSuite({
      params: { ...params, stageId: from?.id ?? testPlanStageId, suiteId: id },
      body: { testPlanStageId, order: suite + 1 },
      ifMatch: plan.revision,
    });
  }

  async function move(id: string, to: Place): Promise<void> {
    setMoved(movedTo(seen, id, to));
    const { error } = await send(id, to);
    if (asServiceError(error)?.status === 412) {
      showProblem('It was put back', 'Somebody else changed this test plan meanwhile. It is shown as it is now.');
    } else if (error) {
      showFailure(error);
    }
    await refetch();
    setMoved(null);
  }

  return { order: moved ?? seen, isSaving: moved !== null, move };
}
