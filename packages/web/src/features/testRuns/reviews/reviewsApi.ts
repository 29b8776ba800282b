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
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi, type Tag } from '../../../connection/serviceApi.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { readNewerResults } from '../results/resultsApi.ts';

type Sent = { body: Pick<ReviewerRequest & ReviewStatusRequest, 'testRunId' | 'testRunTestId'> };
type Started = { dispatch: (action: ReturnType<typeof readNewerResults>) => unknown; queryFulfilled: Promise<unknown> };

/** What shows the review besides the list of runs; of a run's results only the changed ones are read again. */
function tagsOfReviewed({ body: { testRunId, testRunTestId = null } }: Sent): Tag[] {
  if (testRunTestId === null) return [{ type: 'topic', id: topics.testRun(testRunId) }];
  const params = { id: testRunId, testId: testKeyIn(testRunId, testRunTestId) };
  return [tagOfAnswer(testRunCalls.getTestResult, { params })];
}

function readResultsAgain(
  { body: { testRunId } }: { body: { testRunId: TestRunId } },
  { dispatch, queryFulfilled }: Started,
): Promise<void> {
  const again = () => void dispatch(readNewerResults(testRunId));
  return queryFulfilled.then(again, again);
}

const assignReviewer = changeOf(reviewCalls.assignReviewer);
const setReviewStatus = changeOf(reviewCalls.setReviewStatus);

const reviewsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listMyWork: build.query(readOf(reviewCalls.listMyWork)),
    assignReviewer: build.mutation({
      ...assignReviewer,
      invalidatesTags: (answer, error, input) => [
        ...assignReviewer.invalidatesTags(answer, error, input),
        ...tagsOfReviewed(input),
      ],
      onQueryStarted: (input, started) => readResultsAgain(input, started),
    }),
    changeReviews: build.mutation({
      ...changeOf(reviewCalls.changeReviews),
      onQueryStarted: (input, started) => readResultsAgain(input, started),
    }),
    setReviewStatus: build.mutation({
      ...setReviewStatus,
      invalidatesTags: (answer, error, input) => [
        ...setReviewStatus.invalidatesTags(answer, error, input),
        ...tagsOfReviewed(input),
      ],
      onQueryStarted: (input, started) => readResultsAgain(input, started),
    }),
  }),
});

export const { useListMyWorkQuery, useAssignReviewerMutation, useChangeReviewsMutation, useSetReviewStatusMutation } =
  reviewsApi;

const onlyCount = { query: { limit: 1 } };

/** @returns how much the person is to look into; 0 while unknown. */
export function useMyWorkCount(): number {
  const { data, refetch, isUninitialized } = useListMyWorkQuery(onlyCount);
  usePolling(() => !isUninitialized && refetch(), 60);
  return data?.total ?? 0;
}
