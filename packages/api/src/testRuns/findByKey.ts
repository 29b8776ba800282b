import type { AccountId, EnvironmentId, ProjectId } from '@assay/contract';
import { type EnvironmentState, environmentDecider, type ProjectState, projectDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { environmentKeyOf } from '../environments/environmentNames.ts';
import { projectKeyOf } from '../projects/projectNames.ts';
import { ownerOfName } from '../reservations/reserveNames.ts';

/** @returns the project of that key; null when there is none in use. The reservation knows, without any delay. */
export async function projectByKey(
  api: Api,
  accountId: AccountId,
  key: string,
): Promise<Extract<ProjectState, { status: 'active' }> | null> {
  const stream = await ownerOfName(api, projectKeyOf(accountId, key));
  if (!stream?.startsWith('project-')) return null;
  const { state } = await api.eventLog.load(projectDecider, stream.slice('project-'.length) as ProjectId);
  return state.status === 'active' ? state : null;
}

/** @returns the environment of that key; null when there is none in use. */
export async function environmentByKey(
  api: Api,
  accountId: AccountId,
  key: string,
): Promise<Extract<EnvironmentState, { status: 'active' }> | null> {
  const stream = await ownerOfName(api, environmentKeyOf(accountId, key));
  if (!stream?.startsWith('environment-')) return null;
  const { state } = await api.eventLog.load(environmentDecider, stream.slice('environment-'.length) as EnvironmentId);
  return state.status === 'active' ? state : null;
}

/** @returns the project of that id, or else of that key; null when the account has none in use. */
export async function projectByIdOrKey(
  api: Api,
  accountId: AccountId,
  idOrKey: string,
): Promise<Extract<ProjectState, { status: 'active' }> | null> {
  if (isId(idOrKey) && (await api.owners.ownerOf(`project-${idOrKey}`)) === accountId) {
    const { state } = await api.eventLog.load(projectDecider, idOrKey as ProjectId);
    if (state.status === 'active') return state;
  }
  return projectByKey(api, accountId, idOrKey);
}

/** @returns the environment of that id, or else of that key; null when the account has none in use. */
export async function environmentByIdOrKey(
  api: Api,
  accountId: AccountId,
  idOrKey: string,
): Promise<Extract<EnvironmentState, { status: 'active' }> | null> {
  if (isId(idOrKey) && (await api.owners.ownerOf(`environment-${idOrKey}`)) === accountId) {
    const { state } = await api.eventLog.load(environmentDecider, idOrKey as EnvironmentId);
    if (state.status === 'active') return state;
  }
  return environmentByKey(api, accountId, idOrKey);
}

function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,80}$/.test(text);
}
