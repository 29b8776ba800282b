import { messages, type RerunTestPlanRequest, type TestPlanRunView, type TestPlanSuiteId } from '@assay/contract';
import { modals } from '@mantine/modals';
import { useCancelTestPlanRunMutation, useRerunTestPlanRunMutation } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';

/** What can be done with a run of a plan; failures are shown. */
export function usePlanRunActions({ id, testPlanId, testPlanName }: TestPlanRunView) {
  const [cancel, { isLoading: canceling }] = useCancelTestPlanRunMutation();
  const [rerun, { isLoading: rerunning }] = useRerunTestPlanRunMutation();
  const params = { id: testPlanId, runId: id };

  async function send(body: RerunTestPlanRequest): Promise<void> {
    const { error } = await rerun({ params, body });
    if (error) showFailure(error);
  }

  return {
    busy: canceling || rerunning,
    /** On the same version as before; what it said before is kept. */
    rerunSuite: (suiteId: TestPlanSuiteId) => send({ testPlanSuiteIds: [suiteId] }),
    rerunFailed: () => send({ failed: true }),
    askToStop: () =>
      modals.openConfirmModal({
        title: messages.confirmStopPlanRun,
        children: `The test runs of ${testPlanName} that are under way are canceled, and no further stage is started, not even one that always runs.`,
        labels: { confirm: 'Stop Run', cancel: 'Go back' },
        confirmProps: { color: 'red', variant: 'filled' },
        onConfirm: async () => {
          const { error } = await cancel({ params });
          if (error) showFailure(error);
        },
      }),
  };
}
