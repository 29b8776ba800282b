import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { ReviewsAnswer, ReviewsRequest } from './manyReviewsViews.ts';
import { ReviewerRequest, ReviewStatusRequest, ReviewStatusView, WorkPage } from './reviewViews.ts';

export const reviewCalls = {
  listReviewStatuses: call({
    method: 'GET',
    path: '/review/statuses',
    summary: 'What a review can come to',
    permission: 'review.read',
    answer: Type.Array(ReviewStatusView),
    example: {},
  }),
  listMyWork: call({
    method: 'GET',
    path: '/review/mine',
    summary:
      'What the caller has to review, newest run first: until its review has a final status, the test passes in a later run, or the run is canceled',
    permission: 'review.read',
    query: Type.Object(pagingFields()),
    answer: WorkPage,
    topic: topics.reviews,
    example: {},
  }),
  assignReviewer: call({
    method: 'PUT',
    path: '/review/user',
    summary: 'Set the reviewer of a run or of a test in it; If-Match takes the reviewRevision',
    permission: 'review.write',
    body: ReviewerRequest,
    answer: CommandAnswer,
    changes: [topics.testRuns, topics.reviews],
    example: {
      body: {
        reviewType: 'TEST_RUN_TEST',
        testRunId: exampleIds.testRun,
        testRunTestId: exampleIds.testOfRun,
        assigneeUserId: exampleIds.user,
      },
    },
  }),
  changeReviews: call({
    method: 'PUT',
    path: '/review/tests',
    summary: 'Assign tests of a run or set their review status, for all of them or not at all; the answer undoes it',
    permission: 'review.write',
    body: ReviewsRequest,
    answer: ReviewsAnswer,
    changes: [topics.reviews],
    example: {
      body: {
        testRunId: exampleIds.testRun,
        tests: [{ testRunTestId: exampleIds.testOfRun, reviewStatusId: 'TEST_BUG' }],
      },
    },
  }),
  setReviewStatus: call({
    method: 'PUT',
    path: '/review/status',
    summary: 'Say how far the review of a run or a test of it has come; If-Match takes the reviewRevision',
    permission: 'review.write',
    body: ReviewStatusRequest,
    answer: CommandAnswer,
    changes: [topics.testRuns, topics.reviews],
    example: { body: { reviewType: 'TEST_RUN', testRunId: exampleIds.testRun, reviewStatusId: 'IN_REVIEW' } },
  }),
};
