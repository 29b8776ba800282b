import { type AccountId, byName, fieldsIn, type TeamView, teamFields, type UserId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findUserRoles } from '../people/findPeople.ts';
import type { AccountReader, ServiceReader } from '../readers.ts';
import type { TeamDocument } from './teams.ts';

/** Teams of an account that are in use, by name. Whoever has lost their role in the account is not shown as a member. */
async function findTeams(collections: Collections, accountId: AccountId): Promise<TeamView[]> {
  const [found, roles] = await Promise.all([
    collections.teams.find({ accountId, archived: false }).toArray(),
    findUserRoles(collections, accountId),
  ]);
  return found.sort(byName).map((team) => {
    const { teamId: id, userIds, createdAt, position, revision } = team;
    const members = new Set<string>(userIds);
    const users = roles
      .filter(({ user }) => members.has(user.id))
      .map(({ user }) => ({ userId: user.id, fullName: user.fullName, email: user.email }));
    return { id, ...fieldsIn(teamFields, team), users, createdAt, position, revision: String(revision) };
  });
}

export const teamReads = {
  teams: ({ collections, accountId }: AccountReader) => findTeams(collections, accountId),
};

export const teamServiceReads = {
  /** Teams in use of which the person is a member, in every account. */
  teamsOf: ({ collections }: ServiceReader, userId: UserId): Promise<TeamDocument[]> =>
    collections.teams.find({ userIds: userId, archived: false }).sort({ createdAt: 1 }).toArray(),
};
