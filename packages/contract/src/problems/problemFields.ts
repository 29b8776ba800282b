import { Type } from 'typebox';
import { Nullable, UserId } from '../ids.ts';
import { ReviewStatusId } from '../reviews/reviewStatuses.ts';

/** What people decided about the problem behind failures. */
export const problemFields = {
  ownerUserId: Nullable(Type.Unsafe<UserId>({ ...UserId, description: 'who answers for it; null: nobody' })),
  reviewStatusId: Nullable(ReviewStatusId),
};
