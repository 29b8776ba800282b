import type { ClaimedQuestion, OwnersOfFiles } from '@assay/operations';
import type { Api } from '../api.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { codeOwnersAt, personNamed } from './codeOwnersAt.ts';

/** @returns the members who own the files of a question. @throws ApiError git.unreachable; the signal's reason */
export async function ownersAskedFor(
  api: Api,
  { accountId, projectId, commit, files }: ClaimedQuestion,
  signal: AbortSignal,
): Promise<OwnersOfFiles> {
  const repository = await repositoryOf(api, accountId, projectId);
  const named = { folder: repository.workingDirectory, files };
  const found = await codeOwnersAt(api.repositories, repository, commit, named, signal);
  if (found === null) return [];
  const people = await api.readModels.of(accountId).namedPeople();
  return [...found.rulesOf].map(([file, rules]) => {
    const names = rules.flatMap(({ owners }) => owners);
    return { file, userIds: [...new Set(names.flatMap((name) => personNamed(name, people, repository) ?? []))] };
  });
}
