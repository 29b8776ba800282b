import {
  type AccountId,
  isOfAccount,
  may,
  type Permission,
  scopeIncludes,
  staffAccessIncludes,
  type UserId,
} from '@assay/contract';
import type { FastifyRequest } from 'fastify';
import { noteFirstTokenUse, noteKeyUse, noteStaffRequest } from '../accessLog/noteVisit.ts';
import { isClosedWithoutTwoFactor } from '../accounts/twoFactor/isClosedWithoutTwoFactor.ts';
import type { Api } from '../api.ts';
import type { ApiDeps } from '../apiDeps.ts';
import { heldStaffAccess } from '../staff/heldStaffAccess.ts';
import { ApiError } from './apiErrors.ts';
import type { Caller } from './callers.ts';

const catchUpMs = 2_000;

/** @returns the token of the Authorization header; null when there is none. */
export function bearerTokenOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,500})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** A recent grant may not be projected yet, so the read models must catch up before it counts as missing. */
export async function found<Wanted>(
  { eventLog, readModels }: Pick<ApiDeps, 'eventLog' | 'readModels'>,
  find: () => Promise<Wanted | null>,
): Promise<Wanted | null> {
  const wanted = await find();
  if (wanted !== null) return wanted;
  const head = await eventLog.head();
  return head && (await readModels.waitFor(head.position, catchUpMs, { scope: 'installation' })) ? find() : null;
}

/** The account that the request names; a person with one role need not name it. */
async function accountOfRequest(request: FastifyRequest, userId: UserId, deps: ApiDeps): Promise<AccountId> {
  const { account } = request.headers;
  if (typeof account === 'string' && account.trim() !== '') return account.trim() as AccountId;
  const roles = await found(deps, async () => {
    const user = await deps.readModels.user(userId);
    return user && user.roles.length > 0 ? user.roles : null;
  });
  const [only, ...others] = roles ?? [];
  if (!only || others.length > 0) throw new ApiError('account.unclear');
  return only.accountId;
}

/** An API key belongs to one account; a request that names another finds nothing. */
async function apiKeyCaller(
  request: FastifyRequest,
  token: string,
  permission: Permission,
  deps: ApiDeps,
): Promise<Caller> {
  const { operations, readModels } = deps;
  const found = await operations.apiKeys.find(token);
  if (!found) throw new ApiError('auth.required');
  const { accountId, id: apiKeyId, scope, isFirstOfDay } = found;
  if (isFirstOfDay) await noteKeyUse(deps, request, found);
  const { account } = request.headers;
  if (typeof account === 'string' && account.trim() !== '' && account.trim() !== accountId) {
    throw new ApiError('notFound');
  }
  if (!isOfAccount(permission) || !scopeIncludes(scope, permission)) throw new ApiError('apiKey.outOfScope');
  return { kind: 'apiKey', apiKeyId, accountId, scope, models: readModels.of(accountId) };
}

/** @returns what the person is in the account, by a role or by a staff member's read-only access; null: nothing */
async function standingOf(deps: ApiDeps, userId: UserId, accountId: AccountId) {
  const membership = await deps.readModels.membershipOf(userId, accountId);
  if (membership) return { roleType: membership.roleType, ofStaff: membership.staffUntil !== null, access: null };
  const access = await heldStaffAccess(deps, userId, accountId);
  return access && { roleType: 'USER' as const, ofStaff: true, access };
}

/**
 * Finds out who calls, and whether they may.
 * @throws ApiError 401 without a valid session or token, 404 for an account in which the person has no role (or that
 * does not exist), 403 if the account asks for two-factor sign-in and the person has it off, or if the role does not
 * allow the call.
 */
export async function identifyCaller(
  request: FastifyRequest,
  permission: Permission,
  deps: ApiDeps & Pick<Api, 'sessions'>,
): Promise<Caller> {
  if (permission === 'public') return null;
  const token = bearerTokenOf(request);
  if (token === null) throw new ApiError('auth.required');
  if (permission === 'agent') {
    const found = await deps.operations.agentTokens.find(token);
    if (!found) throw new ApiError('auth.required');
    if (found.isFirst) await noteFirstTokenUse(deps, request, found);
    return { kind: 'agent', tokenId: found.id, accountId: found.accountId };
  }
  if (deps.operations.apiKeys.isKey(token)) return apiKeyCaller(request, token, permission, deps);
  const session = await deps.sessions.find(token);
  if (!session) throw new ApiError('auth.required');
  const { userId, sessionId } = session;
  if (permission === 'signedIn') return { kind: 'signedIn', userId, sessionId, token };
  if (permission === 'staff') {
    const granted = await found(deps, async () => ((await deps.readModels.isStaff(userId)) ? true : null));
    if (!granted) throw new ApiError('auth.forbidden');
    return { kind: 'staff', userId, sessionId };
  }
  const accountId = await accountOfRequest(request, userId, deps);
  const [standing, isClosed] = await Promise.all([
    found(deps, async () => standingOf(deps, userId, accountId)),
    isClosedWithoutTwoFactor(deps, userId, accountId),
  ]);
  if (standing === null) throw new ApiError('notFound');
  if (isClosed) throw new ApiError('twoFactor.required');
  const { roleType: role, ofStaff, access } = standing;
  const isAllowed = access ? staffAccessIncludes(permission) : may([{ role, accountId }], permission, { accountId });
  if (!isAllowed) throw new ApiError('auth.forbidden');
  if (access) await noteStaffRequest(deps, request, { userId, ...access });
  const readsOnly = access !== null;
  return {
    kind: 'member',
    userId,
    sessionId,
    accountId,
    role,
    ofStaff,
    readsOnly,
    models: deps.readModels.of(accountId),
  };
}
