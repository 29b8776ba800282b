import type { AccountId, BuildId, ProjectId } from '@assay/contract';
import { buildDecider } from '@assay/domain';
import type { BuildUploaded } from '@assay/event-schemas';
import type { Application } from '../application.ts';

/** @returns the uploaded build; null when the account has no such build in this project. */
export async function ownBuild(
  { owners, eventLog }: Application,
  accountId: AccountId,
  { projectId, buildId }: { projectId: ProjectId; buildId: BuildId },
): Promise<BuildUploaded | null> {
  if ((await owners.ownerOf(`build-${buildId}`)) !== accountId) return null;
  const { state } = await eventLog.load(buildDecider, buildId);
  return state.status === 'uploaded' && state.projectId === projectId ? state : null;
}
