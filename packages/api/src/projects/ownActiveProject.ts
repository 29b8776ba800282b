import type { AccountId, ProjectId } from '@assay/contract';
import { DomainError, type ProjectState, projectDecider } from '@assay/domain';
import type { Api } from '../api.ts';

/** @throws DomainError project.notFound when it is not the account's, or out of use. */
export async function ownActiveProject(
  { owners, eventLog }: Api,
  accountId: AccountId,
  projectId: ProjectId,
): Promise<Extract<ProjectState, { status: 'active' }>> {
  await owners.requireOwn(`project-${projectId}`, accountId, 'project.notFound');
  const { state } = await eventLog.load(projectDecider, projectId);
  if (state.status !== 'active') throw new DomainError('project.notFound');
  return state;
}
