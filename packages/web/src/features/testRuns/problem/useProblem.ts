import type { ProblemRequest, ProblemView } from '@assay/contract';
import { useMay } from '../../../connection/currentUser.ts';
import { useChangeProblemMutation } from '../../../connection/serviceHooks.ts';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';

/** Changes a problem, if nobody else has since it was read; says that it did, or why not. */
export function useProblem({
  projectId: id,
  id: problemId,
  revision: ifMatch,
}: Pick<ProblemView, 'projectId' | 'id' | 'revision'>) {
  const may = useMay('review.write');
  const [changeProblem, { isLoading: busy }] = useChangeProblemMutation();
  return {
    may,
    busy,
    change: async (body: ProblemRequest): Promise<void> => {
      const { error } = await changeProblem({ params: { id, problemId }, body, ifMatch });
      if (error === undefined) showDone('Problem updated');
      else showFailure(error);
    },
  };
}
