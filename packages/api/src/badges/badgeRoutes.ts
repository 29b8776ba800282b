import { badgeAddress } from '@assay/application';
import { badgeCalls, type ProjectId } from '@assay/contract';
import { projectBadgeDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { type Route, route } from '../http/route.ts';

async function badgeOf(api: Api, projectId: ProjectId): Promise<{ url: string | null }> {
  const address = await badgeAddress(api, projectId);
  return { url: address && new URL(address, api.config.publicUrl).href };
}

function requireOwnProject(
  { owners }: Api,
  projectId: ProjectId,
  accountId: Parameters<Api['owners']['requireOwn']>[1],
) {
  return owners.requireOwn(`project-${projectId}`, accountId, 'project.notFound');
}

const getBadge = route(badgeCalls.getBadge, async ({ api, caller, params: { id } }) => {
  await requireOwnProject(api, id, caller.accountId);
  return badgeOf(api, id);
});

const makeBadgeAddress = route(
  badgeCalls.makeBadgeAddress,
  async ({ api, caller, params: { id: projectId }, context }) => {
    await requireOwnProject(api, projectId, caller.accountId);
    await api.eventLog.handle(projectBadgeDecider, projectId, { type: 'makeBadgeAddress', projectId }, context);
    return badgeOf(api, projectId);
  },
);

const revokeBadgeAddress = route(
  badgeCalls.revokeBadgeAddress,
  async ({ api, caller, params: { id: projectId }, context }) => {
    await requireOwnProject(api, projectId, caller.accountId);
    await api.eventLog.handle(projectBadgeDecider, projectId, { type: 'revokeBadgeAddress', projectId }, context);
    return null;
  },
);

export const badgeRoutes: readonly Route[] = [getBadge, makeBadgeAddress, revokeBadgeAddress];
