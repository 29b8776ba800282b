import {
  type AccountId,
  type AuthorizationId,
  byName,
  compareNames,
  isGitService,
  type ServiceOrganization,
  type ServiceRepository,
} from '@assay/contract';
import { authorizationDecider, DomainError } from '@assay/domain';
import { listRepositories, UnreadableService } from '@assay/integrations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

/** Somebody goes from step to step; what is made meanwhile at the service is there a minute later. */
const keptMs = 60_000;

/** How many pages of a hundred are read: where people choose among all, and where they choose step by step. */
const pages = { all: 3, bySteps: 10 };

/**
 * @returns the repositories that the account's connection may read, 300 at most; none of a service that has no repositories
 * @throws DomainError authorization.notFound; ApiError authorization.unusable that says why
 */
export async function repositoriesAt(
  api: Api,
  accountId: AccountId,
  id: AuthorizationId,
  most = pages.all,
): Promise<ServiceRepository[]> {
  await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
  const { state } = await api.eventLog.load(authorizationDecider, id);
  if (state.status === 'none') throw new DomainError('authorization.notFound');
  const { provider, identifier: address, access } = state;
  if (!isGitService(provider)) return [];
  try {
    const token = await api.gitTokens.tokenFor(state);
    const connection = { provider, address, token, isInstallation: access.means === 'app' };
    return await listRepositories(api.services, connection, most);
  } catch (cause) {
    if (cause instanceof UnreadableService) {
      throw new ApiError('authorization.unusable', { message: cause.message, cause });
    }
    throw cause;
  }
}

/** @returns the same for choosing step by step: 1,000 at most, up to a minute old */
export async function repositoriesBySteps(
  api: Api,
  accountId: AccountId,
  id: AuthorizationId,
): Promise<ServiceRepository[]> {
  const { revision } = await api.eventLog.load(authorizationDecider, id);
  return api.serviceLists.get(`${accountId} ${id} ${revision}`, keptMs, () =>
    repositoriesAt(api, accountId, id, pages.bySteps),
  );
}

function ownerOf({ name }: ServiceRepository): string {
  return name.split('/').slice(0, -1).join('/');
}

function sortedOrganizations(ids: Iterable<string>): ServiceOrganization[] {
  return [...new Set(ids)].sort(compareNames).map((id) => ({ id, name: id }));
}

/** @returns who the repositories belong to, by name; of groups within groups only the outermost */
export function organizationsOf(repositories: readonly ServiceRepository[]): ServiceOrganization[] {
  return sortedOrganizations(repositories.map((one) => ownerOf(one).split('/')[0] ?? ''));
}

/** @returns the organization itself where it has repositories, and the groups within it that have some */
export function suborganizationsOf(repositories: readonly ServiceRepository[], org: string): ServiceOrganization[] {
  return sortedOrganizations(repositories.map(ownerOf).filter((owner) => owner === org || owner.startsWith(`${org}/`)));
}

/** @returns the repositories of one organization or group, by name, without those of groups within it */
export function repositoriesIn(repositories: readonly ServiceRepository[], sub: string): ServiceRepository[] {
  return repositories.filter((one) => ownerOf(one) === sub).sort(byName);
}
