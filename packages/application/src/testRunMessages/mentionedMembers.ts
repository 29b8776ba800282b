import { type AccountId, limits, mentionedIn, type UserId } from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import type { Application } from '../application.ts';

/** @returns the members of the account whom the text names; others are left out. */
export async function mentionedMembers(
  { eventLog }: Pick<Application, 'eventLog'>,
  accountId: AccountId,
  text: string,
): Promise<UserId[]> {
  const named = mentionedIn(text);
  if (named.length === 0) return [];
  const { state } = await eventLog.load(userRolesDecider, accountId);
  const members = new Set([...state.roles.values()].map(({ userId }) => userId));
  return named.filter((userId) => members.has(userId)).slice(0, limits.mentions);
}
