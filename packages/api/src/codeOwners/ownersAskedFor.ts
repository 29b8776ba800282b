import type { ClaimedQuestion, OwnersOfFiles } from '@assay/operations';
import type { Api } from '../api.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { codeOwnersAt } from './codeOwnersAt.ts';
import { allOwners, ownerDirectory } from './ownerDirectory.ts';

/**
 * @returns the members who own the files of a question, alone or by their teams
 * @throws ApiError git.unreachable; the signal's reason
 */
export async function ownersAskedFor(
  api: Api,
  { accountId, projectId, commit, files }: ClaimedQuestion,
  signal: AbortSignal,
): Promise<OwnersOfFiles> {
  const repository = await repositoryOf(api, accountId, projectId);
  const named = { folder: repository.workingDirectory, files };
  const found = await codeOwnersAt(api.repositories, repository, commit, named, signal);
  if (found === null) return [];
  const ownerNamed = ownerDirectory(await allOwners(api, accountId), repository);
  return [...found.rulesOf].map(([file, rules]) => {
    const owners = rules.flatMap((rule) => rule.owners.map(ownerNamed));
    return { file, userIds: [...new Set(owners.flatMap(({ userId, team }) => userId ?? team?.userIds ?? []))] };
  });
}
