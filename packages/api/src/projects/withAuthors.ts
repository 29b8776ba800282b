import type { CommitView } from '@assay/contract';
import { shownTo } from '../accounts/hiddenPeople.ts';
import type { Api } from '../api.ts';
import type { Commit } from '../git/repositoryReader.ts';
import type { CallerOf } from '../http/callers.ts';

/** @returns the commits with the member of the account who wrote each: whoever has the e-mail address of its author. */
export async function withAuthors(
  commits: readonly Commit[],
  { api, caller }: { api: Api; caller: CallerOf<'project.read'> },
): Promise<CommitView[]> {
  const isShown = await shownTo(api, caller);
  const people = (await caller.models.userRoles()).map(({ user }) => user).filter(isShown);
  const idOf = new Map(people.map(({ id, email }) => [email.toLowerCase(), id]));
  return commits.map(({ email, ...commit }) => ({ ...commit, userId: idOf.get(email.toLowerCase()) ?? null }));
}
