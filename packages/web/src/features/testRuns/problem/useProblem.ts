import type { ProblemRequest, ProblemView, TestResultView } from '@assay/contract';
import { useMay } from '../../../connection/currentUser.ts';
import { useChangeProblemMutation, useGetProblemQuery } from '../../../connection/serviceHooks.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
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

/** The problem behind a failure; undefined where the error says nothing, or while it is loading. */
export function useProblemOf({
  projectId: id,
  testRunAnalysisRootCauseId: problemId,
}: Pick<TestResultView, 'projectId' | 'testRunAnalysisRootCauseId'>) {
  const query = useGetProblemQuery({ params: { id, problemId: problemId ?? '' } }, { skip: problemId === null });
  return { problem: query.currentData, error: query.error, refetch: query.refetch };
}

/** @returns how often it has been seen: 'Failed 7 times in 3 runs'. */
export function summaryOf({ count, runCount }: ProblemView): string {
  return `Failed ${counted(count, 'time')} in ${counted(runCount, 'run')}`;
}
