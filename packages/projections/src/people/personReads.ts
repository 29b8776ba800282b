import type { AccountId, UserId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findRole, findUser, findUserRoles, isStaff } from './findPeople.ts';

export const personReads = {
  userRoles: ({ collections, accountId }: AccountReader) => findUserRoles(collections, accountId),
};

export const personServiceReads = {
  user: ({ collections }: ServiceReader, userId: UserId) => findUser(collections, userId),
  roleOf: ({ collections }: ServiceReader, userId: UserId, accountId: AccountId) =>
    findRole(collections, userId, accountId),
  isStaff: ({ collections }: ServiceReader, userId: UserId) => isStaff(collections, userId),
};
