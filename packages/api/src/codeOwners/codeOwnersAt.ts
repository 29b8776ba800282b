import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CodeOwnersRule,
  type CodeOwnersSyntax,
  codeOwnersPlaces,
  codeOwnersRulesOf,
  hasSections,
  parseCodeOwners,
} from '@assay/application';
import { type GitProvider, gitRepositoryOf } from '@assay/contract';
import type { NamedFiles } from '../git/pathsOfFiles.ts';
import type { Repository, RepositoryReader } from '../git/repositoryReader.ts';

/**
 * The CODEOWNERS file of a commit, and its rules for files by the names that tests have for them; files whose rules take too
 * many steps to find are left out.
 */
export type FoundCodeOwners = { path: string; rulesOf: ReadonlyMap<string, CodeOwnersRule[]> };

/** The folder that only the other service reads. */
const othersFolder: Partial<Record<GitProvider, string>> = { GitHub: '.gitlab/', Gitlab: '.github/' };

function syntaxOf(provider: GitProvider | null, path: string, text: string): CodeOwnersSyntax {
  if (path.startsWith('.gitlab/') || provider === 'Gitlab') return 'GitLab';
  if (path.startsWith('.github/') || provider !== null) return 'GitHub';
  // Of a server that is not known, only the file itself tells.
  return hasSections(text) ? 'GitLab' : 'GitHub';
}

/**
 * @returns what the commit's CODEOWNERS file says of the files; null: the commit or the file is missing
 * @throws the signal's reason
 */
export async function codeOwnersAt(
  repositories: Pick<RepositoryReader, 'filesAt' | 'pathsAt'>,
  repository: Repository,
  commit: string,
  named: NamedFiles,
  signal?: AbortSignal,
): Promise<FoundCodeOwners | null> {
  const provider = gitRepositoryOf(repository.gitUrl)?.gitProvider ?? null;
  const others = provider && othersFolder[provider];
  const texts = await repositories.filesAt(repository, commit, codeOwnersPlaces);
  const path = codeOwnersPlaces.find((place) => texts?.has(place) && !(others && place.startsWith(others)));
  const text = path && texts?.get(path);
  if (path === undefined || text === undefined) return null;
  const syntax = syntaxOf(provider, path, text);
  const rules = parseCodeOwners(text, syntax);
  const paths = await repositories.pathsAt(repository, commit, named);
  const rulesOf = new Map<string, CodeOwnersRule[]>();
  for (const [file, own] of paths ?? []) {
    const found = codeOwnersRulesOf(rules, own);
    if (found !== null) rulesOf.set(file, found);
    // A repository decides how many steps a file takes: other requests come between two of them.
    await nextTurn();
    signal?.throwIfAborted();
  }
  return { path, rulesOf };
}
