import { reviewCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { changeReview } from './changeReview.ts';

export const setReviewStatus = route(reviewCalls.setReviewStatus, async (received) => {
  const { reviewStatusId: status, ...reviewed } = received.body;
  return changeReview(received, reviewed, { status });
});
