import type { AccountId, UserId } from '@assay/contract';
import type { ServiceReader } from '../readers.ts';
import { findRole, findUser, isStaff } from './findPeople.ts';

export const personServiceReads = {
  user: ({ collections }: ServiceReader, userId: UserId) => findUser(collections, userId),
  roleOf: ({ collections }: ServiceReader, userId: UserId, accountId: AccountId) =>
    findRole(collections, userId, accountId),
  isStaff: ({ collections }: ServiceReader, userId: UserId) => isStaff(collections, userId),
};
