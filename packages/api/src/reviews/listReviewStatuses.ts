import { reviewCalls, reviewStatuses } from '@assay/contract';
import { route } from '../http/route.ts';

export const listReviewStatuses = route(reviewCalls.listReviewStatuses, async () => [...reviewStatuses]);
