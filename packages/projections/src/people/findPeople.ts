import {
  type AccountId,
  type AccountStaffAccessView,
  compareNames,
  limits,
  messages,
  type PersonView,
  type RoleType,
  type UserId,
  type UserRoleId,
  type UserRoleView,
  type UserView,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { PersonDocument } from './people.ts';

/** @returns names and e-mails by user id; of somebody who was erased, that alone. */
export async function findPersons(
  collections: Collections,
  userIds: readonly string[],
): Promise<Map<string, NonNullable<PersonView>>> {
  const found = await collections.known.all('people', userIds);
  return new Map(
    found.map(({ userId, firstName, lastName, email, erased }) => [
      userId,
      { id: userId, fullName: erased ? messages.erasedPerson : `${firstName} ${lastName}`.trim(), email },
    ]),
  );
}

/** @returns a person with the roles they hold, each with its account's name; null for nobody, or somebody erased. */
export async function findUser(collections: Collections, userId: UserId): Promise<UserView | null> {
  const person = await collections.known.one('people', userId);
  if (!person || person.erased) return null;
  const { firstName, lastName, email, roles, friendsTold } = person;
  const accesses = ongoing(person.staffAccess);
  const accountIds = [...roles, ...accesses].map(({ accountId }) => accountId);
  const accounts = await collections.known.all('accounts', accountIds);
  const found = new Map(accounts.map((account) => [account.accountId, account]));
  const fullName = `${firstName} ${lastName}`.trim();
  const named = roles.map(({ fromSso: _, ...role }) => {
    const account = found.get(role.accountId);
    return {
      ...role,
      accountName: account?.name ?? role.accountId,
      formerNames: account?.formerNames ?? [],
      twoFactorRequired: account?.twoFactorRequired ?? false,
      // An account that is not shown yet was only just made; whoever opens it reads it again.
      setupComplete: account?.setup === null,
    };
  });
  const tellAFriendRemaining = Math.max(0, limits.friendsTold - friendsTold);
  const staffAccess = accesses.map((access) => ({
    ...access,
    accountName: found.get(access.accountId)?.name ?? access.accountId,
  }));
  return { id: userId, firstName, lastName, fullName, email, tellAFriendRemaining, roles: named, staffAccess };
}

type Access = PersonDocument['staffAccess'][number];

function ongoing(accesses: readonly Access[]): Access[] {
  const now = new Date().toISOString();
  return accesses.filter(({ until }) => until > now);
}

/** @returns the access that a staff member has to the runs of the account; the latest one of several; null: none. */
export async function findStaffAccess(
  { known }: Collections,
  userId: UserId,
  accountId: AccountId,
): Promise<Access | null> {
  const person = await known.one('people', userId);
  if (!person?.staff) return null;
  return ongoing(person.staffAccess).findLast((access) => access.accountId === accountId) ?? null;
}

/** @returns the access that staff have to the runs of the account now, newest first. */
export async function findAccountStaffAccess(
  { people }: Collections,
  accountId: AccountId,
): Promise<AccountStaffAccessView[]> {
  const found = await people.find({ 'staffAccess.accountId': accountId }).toArray();
  return found
    .flatMap(({ staff, staffAccess, firstName, lastName, erased }) => {
      const own = ongoing(staffAccess).filter((access) => staff && access.accountId === accountId);
      const staffName = erased ? null : `${firstName} ${lastName}`.trim();
      return own.map(({ id, reason, startedAt, until }) => ({ id, reason, startedAt, until, staffName }));
    })
    .sort((one, other) => other.startedAt.localeCompare(one.startedAt));
}

/** What somebody is in an account. */
type Membership = {
  roleType: RoleType;
  /** When a role that staff took ends, ISO 8601; null: it is no such role. */
  staffUntil: string | null;
};

/** @returns what the person is in the account; null: nothing, also where staff were until a moment ago. */
export async function findMembership(
  collections: Collections,
  userId: UserId,
  accountId: AccountId,
): Promise<Membership | null> {
  const person = await collections.known.one('people', userId);
  const role = person?.roles.find((held) => held.accountId === accountId);
  if (!role || (role.staffUntil !== null && Date.parse(role.staffUntil) <= Date.now())) return null;
  return { roleType: role.roleType, staffUntil: role.staffUntil };
}

/** @returns the roles that staff took and whose time was over at the moment, ISO 8601, UTC. */
export async function findEndedStaffRoles(
  { people }: Collections,
  at: string,
): Promise<{ accountId: AccountId; userRoleId: UserRoleId }[]> {
  const found = await people.find({ 'roles.staffUntil': { $lte: at } }, { projection: { roles: 1 } }).toArray();
  const isOver = ({ staffUntil }: PersonDocument['roles'][number]) => staffUntil !== null && staffUntil <= at;
  return found.flatMap(({ roles }) =>
    roles.filter(isOver).map(({ id: userRoleId, accountId }) => ({ accountId, userRoleId })),
  );
}

/** @returns the accounts in which the person has a role. */
export async function findAccountIds(collections: Collections, userId: UserId): Promise<AccountId[]> {
  const person = await collections.known.one('people', userId);
  return person?.roles.map(({ accountId }) => accountId) ?? [];
}

/** @returns whether the person looks after the whole installation. */
export async function isStaff(collections: Collections, userId: UserId): Promise<boolean> {
  const person = await collections.known.one('people', userId);
  return person?.staff === true;
}

/** @returns everybody's role in the account, by name. */
export async function findUserRoles(
  collections: Collections,
  accountId: AccountId,
): Promise<Omit<UserRoleView, 'lastSeenAt' | 'twoFactor'>[]> {
  const people = await collections.people.find({ 'roles.accountId': accountId }).toArray();
  return people
    .flatMap(({ userId, firstName, lastName, email, roles }) => {
      const user = { id: userId, firstName, lastName, fullName: `${firstName} ${lastName}`.trim(), email };
      const own = roles.filter((role) => role.accountId === accountId);
      return own.map(({ id, roleType, fromSso, staffUntil }) => ({
        id,
        accountId,
        roleType,
        fromSso,
        staffUntil,
        user,
      }));
    })
    .sort((one, other) => compareNames(one.user.fullName, other.user.fullName));
}

type Identity = PersonDocument['externalIdentities'][number];

/** @returns the accounts of providers by which the person signs in, oldest first. */
export async function findExternalIdentities(
  collections: Collections,
  userId: UserId,
): Promise<Omit<Identity, 'host'>[]> {
  const person = await collections.known.one('people', userId);
  return (person?.externalIdentities ?? []).map(({ host: _, ...identity }) => identity);
}

/** By what files of a repository may name a person. */
export type NamedPerson = { userId: UserId; emails: string[]; usernames: Pick<Identity, 'host' | 'username'>[] };

/** @returns the people of the account, the address by which they sign in first. */
export async function findNamedPeople({ people }: Collections, accountId: AccountId): Promise<NamedPerson[]> {
  const projection = { userId: 1, email: 1, externalIdentities: 1 } as const;
  const found = await people.find({ 'roles.accountId': accountId }, { projection }).toArray();
  return found.map(({ userId, email, externalIdentities }) => ({
    userId,
    emails: [email, ...externalIdentities.map((identity) => identity.email)],
    usernames: externalIdentities.map(({ host, username }) => ({ host, username })),
  }));
}
