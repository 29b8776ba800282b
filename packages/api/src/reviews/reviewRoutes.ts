import type { Route } from '../http/route.ts';
import { assignReviewer } from './assignReviewer.ts';
import { changeReviews } from './changeReviews.ts';
import { listMyWork } from './listMyWork.ts';
import { listReviewStatuses } from './listReviewStatuses.ts';
import { setReviewStatus } from './setReviewStatus.ts';

export const reviewRoutes: readonly Route[] = [
  listReviewStatuses,
  listMyWork,
  assignReviewer,
  setReviewStatus,
  changeReviews,
];
