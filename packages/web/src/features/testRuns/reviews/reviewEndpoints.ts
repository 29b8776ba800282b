import {
  type ReviewerRequest,
  type ReviewStatusRequest,
  reviewCalls,
  type TestRunId,
  testKeyIn,
  testRunCalls,
  topics,
} from '@assay/contract';
import { tagOfAnswer } from '../../../connection/callTags.ts';
import { changeOf } from '../../../connection/changeOf.ts';
import { serviceApi, type Tag } from '../../../connection/serviceApi.ts';
import { useListMyWorkQuery } from '../../../connection/serviceHooks.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { readNewerResults } from '../results/resultEndpoints.ts';

type Sent = { body: Pick<ReviewerRequest & ReviewStatusRequest, 'testRunId' | 'testRunTestId'> };

/** What shows the review besides the list of runs; of a run's results only the changed ones are read again. */
function tagsOfReviewed({ body: { testRunId, testRunTestId = null } }: Sent): Tag[] {
  if (testRunTestId === null) return [{ type: 'topic', id: topics.testRun(testRunId) }];
  const params = { id: testRunId, testId: testKeyIn(testRunId, testRunTestId) };
  return [tagOfAnswer(testRunCalls.getTestResult, { params })];
}

const { assignReviewer, changeReviews, setReviewStatus } = reviewCalls;

type Started = { dispatch: (action: ReturnType<typeof readNewerResults>) => unknown };
type ReviewChange<Input, Life> = { onQueryStarted: (input: Input, started: Life) => Promise<void> };

/** @returns a change of reviews after which the results of its run are read again */
function withResultsAgain<Input extends { body: { testRunId: TestRunId } }, Life, C extends ReviewChange<Input, Life>>(
  change: C & ReviewChange<Input, Life>,
) {
  return {
    ...change,
    onQueryStarted: async (input: Input, started: Life & Started) => {
      await change.onQueryStarted(input, started);
      started.dispatch(readNewerResults(input.body.testRunId));
    },
  };
}

const reviewsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    assignReviewer: build.mutation(withResultsAgain(changeOf(assignReviewer, { alsoChanges: tagsOfReviewed }))),
    changeReviews: build.mutation(withResultsAgain(changeOf(changeReviews))),
    setReviewStatus: build.mutation(withResultsAgain(changeOf(setReviewStatus, { alsoChanges: tagsOfReviewed }))),
  }),
});

export const { useAssignReviewerMutation, useChangeReviewsMutation, useSetReviewStatusMutation } = reviewsApi;

const onlyCount = { query: { limit: 1 } };

/** @returns how much the person is to look into; 0 while unknown. */
export function useMyWorkCount(): number {
  const { data, refetch, isUninitialized } = useListMyWorkQuery(onlyCount);
  usePolling(() => !isUninitialized && refetch(), 60);
  return data?.total ?? 0;
}
