import type { AccountId, ProjectId } from '@assay/contract';
import { DomainError, projectDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

/** @returns where the project's repository is, its default branch and where in it the tests are run. @throws DomainError when the account has no such project in use; ApiError `git.missing` */
export async function repositoryOf(
  { owners, eventLog }: Api,
  accountId: AccountId,
  projectId: ProjectId,
): Promise<{ accountId: AccountId; gitUrl: string; defaultBranch: string; workingDirectory: string | null }> {
  await owners.requireOwn(`project-${projectId}`, accountId, 'project.notFound');
  const { state } = await eventLog.load(projectDecider, projectId);
  if (state.status !== 'active') throw new DomainError('project.notFound');
  const { gitUrl, defaultBranch, workingDirectory } = state.settings;
  if (gitUrl === null) throw new ApiError('git.missing');
  return { accountId, gitUrl, defaultBranch, workingDirectory };
}
