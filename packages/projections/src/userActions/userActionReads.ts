import type { UserId } from '@assay/contract';
import type { ServiceReader } from '../readers.ts';
import type { UserActionDocument } from './userActions.ts';

export const userActionServiceReads = {
  /** In every account, oldest first. */
  actionsOf: ({ collections }: ServiceReader, userId: UserId): Promise<UserActionDocument[]> =>
    collections.userActions.find({ userId }).sort({ at: 1 }).toArray(),
};
