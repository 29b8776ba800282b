import type { AccountId, UserId } from '@assay/contract';
import type { Actor } from '@assay/event-log';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findActors } from './findActors.ts';
import {
  findAccountIds,
  findAccountStaffAccess,
  findEndedStaffRoles,
  findExternalIdentities,
  findMembership,
  findNamedPeople,
  findPersons,
  findStaffAccess,
  findUser,
  findUserRoles,
  isStaff,
} from './findPeople.ts';
import { findStaffPeople } from './findStaffPeople.ts';

export const personReads = {
  staffAccess: ({ collections, accountId }: AccountReader) => findAccountStaffAccess(collections, accountId),
  userRoles: ({ collections, accountId }: AccountReader) => findUserRoles(collections, accountId),
  namedPeople: ({ collections, accountId }: AccountReader) => findNamedPeople(collections, accountId),
};

export const personServiceReads = {
  user: ({ collections }: ServiceReader, userId: UserId) => findUser(collections, userId),
  membershipOf: ({ collections }: ServiceReader, userId: UserId, accountId: AccountId) =>
    findMembership(collections, userId, accountId),
  roleOf: async ({ collections }: ServiceReader, userId: UserId, accountId: AccountId) =>
    (await findMembership(collections, userId, accountId))?.roleType ?? null,
  staffAccessOf: ({ collections }: ServiceReader, userId: UserId, accountId: AccountId) =>
    findStaffAccess(collections, userId, accountId),
  endedStaffRoles: ({ collections }: ServiceReader, at: string) => findEndedStaffRoles(collections, at),
  accountIdsOf: ({ collections }: ServiceReader, userId: UserId) => findAccountIds(collections, userId),
  /** Whatever their accounts. */
  persons: ({ collections }: ServiceReader, userIds: readonly UserId[]) => findPersons(collections, userIds),
  /** People and named API keys, by id. */
  actors: ({ collections }: ServiceReader, actors: readonly Actor[]) => findActors(collections, actors),
  externalIdentities: ({ collections }: ServiceReader, userId: UserId) => findExternalIdentities(collections, userId),
  staffPeople: ({ collections }: ServiceReader, wanted: Parameters<typeof findStaffPeople>[1]) =>
    findStaffPeople(collections, wanted),
  isStaff: ({ collections }: ServiceReader, userId: UserId) => isStaff(collections, userId),
};
