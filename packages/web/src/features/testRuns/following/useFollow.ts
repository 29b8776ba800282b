import type { TestRunId } from '@assay/contract';
import { useToggleFollowMutation } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { useAskHowToTell } from './useAskHowToTell.tsx';

/** @returns how to begin and to end following a run; who begins is asked first how to be told, if they never said. */
export function useFollow() {
  const ask = useAskHowToTell();
  const [toggle, { isLoading }] = useToggleFollowMutation();

  async function change(testRunId: TestRunId): Promise<void> {
    const { error } = await toggle({ body: { testRunId } });
    if (error) showFailure(error);
  }

  return {
    busy: isLoading,
    unfollow: change,
    follow: async (testRunId: TestRunId) => {
      await ask();
      await change(testRunId);
    },
  };
}
