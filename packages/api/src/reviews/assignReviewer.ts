import { reviewCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { changeReview } from './changeReview.ts';
import { requireMembers } from './requireReviewable.ts';

export const assignReviewer = route(reviewCalls.assignReviewer, async (received) => {
  const { assigneeUserId: userId, ...reviewed } = received.body;
  await requireMembers(received, userId === null ? [] : [userId]);
  return changeReview(received, reviewed, { userId });
});
