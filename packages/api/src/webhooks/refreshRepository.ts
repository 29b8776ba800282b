import { type AccountId, type GitServiceAt, repositoryPathAt, topics, withoutGitCredentials } from '@assay/contract';
import type { Api } from '../api.ts';

/**
 * Has every api process forget what it knows of a repository's branches and commits, and tells the browsers that show
 * them. Told again, it does the same again.
 */
export async function refreshRepository(
  { readModels, operations }: Api,
  accountId: AccountId,
  at: GitServiceAt,
  path: string,
): Promise<void> {
  const wanted = path.toLowerCase();
  const projects = await readModels.of(accountId).projects();
  const notices = projects.flatMap(({ id, gitUrl }) =>
    gitUrl !== null && repositoryPathAt(gitUrl, at)?.toLowerCase() === wanted
      ? [{ accountId, topic: topics.repository(id), ids: [withoutGitCredentials(gitUrl)], position: null }]
      : [],
  );
  if (notices.length > 0) await operations.changeFeed.publish(notices);
}
