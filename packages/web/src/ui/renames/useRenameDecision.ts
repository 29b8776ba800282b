import type { ProjectId, RenameDecision, TestId } from '@assay/contract';
import { useDecideTestRenamesMutation } from '../../connection/serviceHooks.ts';
import { showFailure } from '../showFailure.ts';

/** Says whether tests under two names are one or two; what fails is said. `deciding` has those that are on their way. */
export function useRenameDecision(projectId: ProjectId) {
  const [decide, { isLoading, originalArgs }] = useDecideTestRenamesMutation();
  return {
    deciding: isLoading ? (originalArgs?.body ?? null) : null,
    decide: async (ids: TestId[], decision: RenameDecision) => {
      const answer = await decide({ params: { id: projectId }, body: { ids, decision } });
      if (answer.error) showFailure(answer.error);
    },
  };
}
