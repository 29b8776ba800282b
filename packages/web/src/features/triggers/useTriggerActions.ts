import type { TriggerView } from '@assay/contract';
import { useNavigate } from 'react-router';
import { useRunTriggerMutation, useToggleTriggerMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { showFailure } from '../../ui/showFailure.ts';

/** What can be done with a trigger from its row and from its page. */
export function useTriggerActions({ id, testPlanId }: Pick<TriggerView, 'id' | 'testPlanId'>) {
  const [run, { isLoading: isStarting }] = useRunTriggerMutation();
  const [toggle, { isLoading: isToggling }] = useToggleTriggerMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  return {
    isStarting,
    isToggling,
    /** Starts a run, and opens it. */
    runNow: async () => {
      const { data, error } = await run({ params: { id }, body: {} });
      if (!data) showFailure(error);
      else if (data.testRunId !== null) await navigate(path(`test-runs/${data.testRunId}`));
      else await navigate(path(`test-plans/${testPlanId}/runs?run=${data.testPlanRunId}`));
    },
    toggle: async () => {
      const { error } = await toggle({ params: { id } });
      if (error) showFailure(error);
    },
  };
}
