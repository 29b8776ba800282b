import type { AccountId, CodeOwner, TeamView } from '@assay/contract';
import type { NamedPerson } from '@assay/projections';
import { shownTo } from '../accounts/hiddenPeople.ts';
import type { Api } from '../api.ts';
import { addressOf } from '../git/gitAddresses.ts';
import type { Repository } from '../git/repositoryReader.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';

/** Members and teams of an account. */
export type PossibleOwners = {
  people: readonly NamedPerson[];
  teams: readonly Pick<TeamView, 'id' | 'name' | 'users'>[];
};

/** @returns whom a name in a CODEOWNERS file means */
export type OwnerDirectory = (name: string) => Pick<CodeOwner, 'userId' | 'team'>;

/** @returns all members and teams of the account */
export async function allOwners(
  { readModels }: Pick<Api, 'readModels'>,
  accountId: AccountId,
): Promise<PossibleOwners> {
  const models = readModels.of(accountId);
  const [people, teams] = await Promise.all([models.namedPeople(), models.teams()]);
  return { people, teams };
}

/** @returns the members and teams of the caller's account, without people who are hidden from the caller */
export async function shownOwners(api: Api, caller: Member | ApiKeyCaller): Promise<PossibleOwners> {
  const [isShown, { people, teams }] = await Promise.all([shownTo(api, caller), allOwners(api, caller.accountId)]);
  return {
    people: people.filter(({ emails: [email = ''] }) => isShown({ email })),
    teams: teams.map((team) => ({ ...team, users: team.users.filter(isShown) })),
  };
}

/** Git services write names of teams in lower case and with hyphens. */
function teamKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, '-');
}

/** @returns a map that has the first of several values for a key */
function firstByKey<Value>(entries: Iterable<readonly [string, Value]>): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const [key, value] of entries) if (!found.has(key)) found.set(key, value);
  return found;
}

/**
 * Indexes members by email address and by name at the repository's server, and teams by name: `@acme/web-shop` is the team
 * "Web Shop".
 */
export function ownerDirectory(
  { people, teams }: PossibleOwners,
  { gitUrl }: Pick<Repository, 'gitUrl'>,
): OwnerDirectory {
  const address = addressOf(gitUrl);
  const host = address && 'host' in address ? address.host.replace(/^www\./, '') : null;
  const members = firstByKey(
    people.flatMap(({ userId, emails, usernames }) => [
      ...emails.map((email) => [email.toLowerCase(), userId] as const),
      ...usernames.flatMap(({ host: own, username }) =>
        own !== null && own === host && username !== null ? [[`@${username}`.toLowerCase(), userId] as const] : [],
      ),
    ]),
  );
  const teamsByName = firstByKey(
    teams.map(({ id, name, users }) => [teamKey(name), { id, name, userIds: users.map(({ userId }) => userId) }]),
  );
  return (name) => {
    const isTeam = name.startsWith('@') && name.includes('/');
    return {
      userId: isTeam ? null : (members.get(name.toLowerCase()) ?? null),
      team: isTeam ? (teamsByName.get(teamKey(name.slice(name.lastIndexOf('/') + 1))) ?? null) : null,
    };
  };
}
