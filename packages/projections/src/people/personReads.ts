import type { AccountId, UserId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findPersons, findRole, findUser, findUserRoles, isStaff } from './findPeople.ts';

export const personReads = {
  userRoles: ({ collections, accountId }: AccountReader) => findUserRoles(collections, accountId),
};

export const personServiceReads = {
  user: ({ collections }: ServiceReader, userId: UserId) => findUser(collections, userId),
  roleOf: ({ collections }: ServiceReader, userId: UserId, accountId: AccountId) =>
    findRole(collections, userId, accountId),
  /** Whatever their accounts; people who are gone are missing. */
  persons: ({ collections }: ServiceReader, userIds: readonly UserId[]) => findPersons(collections, userIds),
  isStaff: ({ collections }: ServiceReader, userId: UserId) => isStaff(collections, userId),
};
