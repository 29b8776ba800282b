import type { AccountId, AgentId, LeaseId } from '@assay/contract';
import { DomainError, type WorkUnitState } from '@assay/domain';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { AgentCaller } from '../http/callers.ts';

/**
 * An agent acts only for itself: its id belongs to the token that it first registered with.
 * @throws DomainError 404 when the id was never registered, or with another token.
 */
export async function requireOwnAgent(
  { owners, operations }: Api,
  caller: AgentCaller,
  agentId: AgentId,
): Promise<void> {
  const accountId = await owners.ownerOf(`agent-${agentId}`);
  if (accountId === undefined || accountId !== caller.accountId) throw new DomainError('agent.notFound');
  if (!(await operations.agentIdentities.isOf(agentId, caller.tokenId))) throw new DomainError('agent.notFound');
}

/**
 * @returns the account of the lease's work. Whether this agent holds the lease is checked where the unit's stream is
 * read anyway.
 * @throws ApiError 404 when nobody claimed the lease, or it is work of an account that the token does not serve.
 */
export async function accountOfLease(
  api: Api,
  caller: AgentCaller,
  agentId: AgentId,
  leaseId: LeaseId,
): Promise<AccountId> {
  await requireOwnAgent(api, caller, agentId);
  const accountId = await api.owners.ownerOf(`workUnit-${leaseId}`);
  if (!accountId || (caller.accountId !== null && accountId !== caller.accountId)) throw new ApiError('notFound');
  return accountId;
}

/** @throws ApiError 404 when another agent claimed the unit. */
export function requireClaimedBy(state: WorkUnitState, agentId: AgentId): void {
  if (state.status === 'none' || state.agentId !== agentId) throw new ApiError('notFound');
}
