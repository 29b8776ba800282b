import type { AgentId, LeaseId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { WorkUnitRow } from '@assay/operations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { AgentCaller } from '../http/callers.ts';

/**
 * An agent speaks for itself only: its id was taken by the token that it first registered with.
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
 * @returns the lease's row, whatever became of it: its stream says whether anything more is taken.
 * @throws ApiError 404 when the lease is not one that this agent holds or held.
 */
export async function requireOwnLease(
  api: Api,
  caller: AgentCaller,
  agentId: AgentId,
  leaseId: LeaseId,
): Promise<WorkUnitRow> {
  await requireOwnAgent(api, caller, agentId);
  const row = await api.operations.workQueue.find(leaseId);
  if (row?.agentId !== agentId) throw new ApiError('notFound');
  if (caller.accountId !== null && row.accountId !== caller.accountId) throw new ApiError('notFound');
  return row;
}
