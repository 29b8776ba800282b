import { limits, reviewCalls, reviewStatuses } from '@assay/contract';
import { type Route, route } from '../http/route.ts';
import { changeReview } from './changeReview.ts';
import { changeReviews } from './changeReviews.ts';
import { requireMembers } from './requireReviewable.ts';

const listReviewStatuses = route(reviewCalls.listReviewStatuses, async () => [...reviewStatuses]);

const listMyWork = route(reviewCalls.listMyWork, ({ caller, query }) => {
  const { offset = 0, limit = limits.maxPage } = query;
  return caller.models.myWork(caller.kind === 'member' ? caller.userId : null, { offset, limit });
});

const assignReviewer = route(reviewCalls.assignReviewer, async (received) => {
  const { assigneeUserId: userId, ...reviewed } = received.body;
  await requireMembers(received, userId === null ? [] : [userId]);
  return changeReview(received, reviewed, { userId });
});

const setReviewStatus = route(reviewCalls.setReviewStatus, async (received) => {
  const { reviewStatusId: status, ...reviewed } = received.body;
  return changeReview(received, reviewed, { status });
});

export const reviewRoutes: readonly Route[] = [
  listReviewStatuses,
  listMyWork,
  assignReviewer,
  setReviewStatus,
  changeReviews,
];
