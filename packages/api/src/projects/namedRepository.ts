import { gitServiceAt, InvalidFields } from '@assay/application';
import {
  type AccountId,
  type GitService,
  gitRepositoryOf,
  gitUrlAt,
  messages,
  repositoryPathAt,
  withoutGitCredentials,
} from '@assay/contract';
import type { Api } from '../api.ts';

type Parts = { gitProvider?: GitService | null; gitOwner?: string | null; gitRepo?: string | null };
type Named = { gitProvider: GitService; gitOwner: string; gitRepo: string };

/** @returns provider, owner and name, where a body has them; null: it does not */
function partsOf({ gitProvider, gitOwner, gitRepo }: Parts, storedUrl: string | null): Named | null {
  if (!gitProvider && !gitOwner && !gitRepo) return null;
  const stored = gitRepositoryOf(storedUrl);
  const named = {
    gitProvider: gitProvider ?? stored?.gitProvider,
    gitOwner: gitOwner ?? stored?.gitOwner,
    gitRepo: gitRepo ?? stored?.gitRepo,
  };
  const missing = (['gitProvider', 'gitOwner', 'gitRepo'] as const).filter((field) => named[field] === undefined);
  if (missing.length > 0) throw new InvalidFields(...missing.map((field) => ({ field, message: messages.blank })));
  return named as Named;
}

/** @returns the address of a repository at a service. @throws InvalidFields where nobody knows where the service is */
export async function gitUrlOfNamed(
  api: Api,
  accountId: AccountId,
  provider: GitService,
  owner: string,
  repository: string,
  field: string,
): Promise<string> {
  const at = await gitServiceAt(api, accountId, provider);
  if (at === null) throw new InvalidFields({ field, message: messages.authorizeProviderFirst });
  return gitUrlAt(at, owner, repository);
}

/**
 * Makes of provider, owner and name in a body the Git URL that they stand for. Of a body that was read and sent back
 * with another Git URL they are the old ones, and the URL counts.
 * @param storedUrl what the project has; null: nothing yet
 * @throws InvalidFields where one of the three is missing, or they name another repository than the URL beside them
 */
export async function withNamedRepository<Body extends Parts & { gitUrl?: string | null }>(
  api: Api,
  accountId: AccountId,
  body: Body,
  storedUrl: string | null,
): Promise<Omit<Body, keyof Parts>> {
  const { gitProvider: _, gitOwner: __, gitRepo: ___, ...settings } = body;
  const named = partsOf(body, storedUrl);
  if (named === null) return settings;
  const shown = storedUrl === null ? null : withoutGitCredentials(storedUrl);
  const { gitUrl } = body;
  const wanted = `${named.gitOwner}/${named.gitRepo}`;
  const isAt = async (url: string) => {
    const at = await gitServiceAt(api, accountId, named.gitProvider);
    return at !== null && repositoryPathAt(url, at) === wanted;
  };
  const current = gitUrl ?? storedUrl;
  if (current !== null && (await isAt(current))) return settings;
  if (typeof gitUrl === 'string' && gitUrl !== shown && gitUrl !== storedUrl) {
    if (storedUrl !== null && (await isAt(storedUrl))) return settings;
    throw new InvalidFields({ field: 'gitRepo', message: 'This is not the repository of the Git URL' });
  }
  const url = await gitUrlOfNamed(api, accountId, named.gitProvider, named.gitOwner, named.gitRepo, 'gitProvider');
  return { ...settings, gitUrl: url };
}
