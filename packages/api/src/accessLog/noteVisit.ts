import { createHash } from 'node:crypto';
import type { AccessAction, AccountId, StaffAccessId, UserId } from '@assay/contract';
import type { FoundAgentToken, FoundApiKey } from '@assay/operations';
import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../apiDeps.ts';

type VisitDeps = Pick<ApiDeps, 'operations' | 'readModels'>;

/**
 * Notes in the access log of each of their accounts that a person signed in or out, or changed how they sign in.
 * @param userId null: an unknown person, which takes as long
 * @param about the provider of a sign-in method
 */
export async function noteVisit(
  { operations, readModels }: VisitDeps,
  request: FastifyRequest,
  action: AccessAction,
  userId: UserId | null,
  about: string | null = null,
): Promise<void> {
  const id = userId ?? 'nobody';
  const accountIds = await readModels.accountIdsOf(id as UserId);
  const actor = { kind: 'user' as const, id };
  await operations.visits.note(accountIds, { action, actor, about, address: request.ip });
}

/** Notes that a provider left out the groups by which somebody has a role in the accounts. */
export async function noteGroupsNotTold(
  { operations }: VisitDeps,
  request: FastifyRequest,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  if (accountIds.length === 0) return;
  const actor = { kind: 'user' as const, id: userId };
  await operations.visits.note(accountIds, { action: 'groupsNotTold', actor, about: null, address: request.ip });
}

/** Notes that somebody of the staff looked at a thing of the account. */
export async function noteStaffRead(
  { operations }: VisitDeps,
  request: FastifyRequest,
  { userId, accountId, about }: { userId: UserId; accountId: AccountId; about: string },
): Promise<void> {
  const actor = { kind: 'staff' as const, id: userId };
  await operations.visits.note([accountId], { action: 'staffRead', actor, about, address: request.ip });
}

/** The longest request that is noted whole. */
const longestRequest = 300;

/** Notes what a staff member read by their access to the account: each request once, with the reason for the access. */
export async function noteStaffRequest(
  { operations }: VisitDeps,
  request: FastifyRequest,
  { userId, accountId, id, reason }: { userId: UserId; accountId: AccountId; id: StaffAccessId; reason: string },
): Promise<void> {
  const about = request.url.replace(/^\/api/, '').slice(0, longestRequest);
  const key = createHash('sha256').update(`${id} ${request.url}`).digest('hex');
  const actor = { kind: 'staff' as const, id: userId };
  const visit = { action: 'staffRead' as const, actor, about, detail: reason, address: request.ip };
  await operations.visits.noteOnce(key, accountId, visit);
}

/** Notes what a staff member did to the installation: the entry belongs to no account. */
export async function noteStaffCommand(
  { operations }: VisitDeps,
  request: FastifyRequest,
  { userId, action, about }: { userId: UserId; action: 'jobTurnedOn' | 'jobTurnedOff' | 'jobRun'; about: string },
): Promise<void> {
  const actor = { kind: 'staff' as const, id: userId };
  await operations.visits.note([], { action, actor, about, address: request.ip });
}

/** Notes the first use of an API key on a day. */
export async function noteKeyUse(
  { operations }: VisitDeps,
  request: FastifyRequest,
  { id, accountId, name }: FoundApiKey,
): Promise<void> {
  const actor = { kind: 'apiKey' as const, id };
  await operations.visits.note([accountId], { action: 'apiKeyUsed', actor, about: name, address: request.ip });
}

/** Notes the first use of a token for runner agents; one of the installation is of nobody's account. */
export async function noteFirstTokenUse(
  { operations }: VisitDeps,
  request: FastifyRequest,
  { id, accountId, name }: FoundAgentToken,
): Promise<void> {
  if (accountId === null) return;
  const actor = { kind: 'agent' as const, id };
  await operations.visits.note([accountId], { action: 'agentTokenUsed', actor, about: name, address: request.ip });
}
