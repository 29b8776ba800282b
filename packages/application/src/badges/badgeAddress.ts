import { badgePath, type ProjectId } from '@assay/contract';
import { projectBadgeDecider } from '@assay/domain';
import type { Application } from '../application.ts';
import { linkToken, readLinkToken } from '../links/linkToken.ts';

/** @returns the path of the project's badge with its token; null while it has none */
export async function badgeAddress(
  { eventLog, operations }: Pick<Application, 'eventLog' | 'operations'>,
  projectId: ProjectId,
): Promise<string | null> {
  const { state } = await eventLog.load(projectBadgeDecider, projectId);
  if (state.status !== 'active') return null;
  return `${badgePath}/${projectId}.svg?token=${linkToken(operations, 'badge', projectId, state.round)}`;
}

/** @returns whether the token opens the project's badge now; of one that was made up, nothing is read to find out */
export async function opensBadge(
  { eventLog, operations }: Pick<Application, 'eventLog' | 'operations'>,
  projectId: string,
  token: string,
): Promise<boolean> {
  const known = readLinkToken(operations, 'badge', token);
  if (known === null || known.id !== projectId) return false;
  const { state } = await eventLog.load(projectBadgeDecider, projectId);
  return state.status === 'active' && state.round === known.round;
}
