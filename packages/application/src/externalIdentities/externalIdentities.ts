import type { ExternalIdentityId, UserId } from '@assay/contract';
import { userDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Operations } from '@assay/operations';
import type { Application } from '../application.ts';
import type { ReservedName } from '../reservations/reservedName.ts';
import { ownerOfName, releaseName, withReservedNames } from '../reservations/reserveNames.ts';

type Deps = Pick<Application, 'eventLog' | 'operations'>;

/**
 * A person's account at a provider: `subject` at `issuer`, with the email address that the provider has verified, and the
 * username if it has one.
 */
export type ExternalIdentity = { provider: string; issuer: string; subject: string; email: string; username?: string };

/** @returns the unique id of an account at a provider: issuers and subjects are compared exactly, including case. */
export function externalIdentityIdOf(
  { keys }: Pick<Operations, 'keys'>,
  { issuer, subject }: Pick<ExternalIdentity, 'issuer' | 'subject'>,
): ExternalIdentityId {
  return keys.hmac(JSON.stringify(['external identity', issuer, subject])) as ExternalIdentityId;
}

function reserved(id: ExternalIdentityId): ReservedName {
  return { kind: 'externalIdentity', scope: 'global', value: id };
}

type Who = Pick<ExternalIdentity, 'issuer' | 'subject'>;

/** Reserves an account at a provider for one person. */
export function reservedIdentity({ operations }: Pick<Deps, 'operations'>, identity: Who): ReservedName {
  return reserved(externalIdentityIdOf(operations, identity));
}

/** @returns the person for whom the provider's account is reserved, linked or not yet; null: free. */
export async function holderOfExternalIdentity(deps: Deps, identity: Who): Promise<UserId | null> {
  const owner = await ownerOfName(deps, reservedIdentity(deps, identity));
  return owner === null ? null : (owner.slice('user-'.length) as UserId);
}

/** @returns the person who signs in with this account at a provider; null: no user. */
export async function userWithExternalIdentity(deps: Deps, identity: Who): Promise<UserId | null> {
  const id = externalIdentityIdOf(deps.operations, identity);
  const userId = await holderOfExternalIdentity(deps, identity);
  if (userId === null) return null;
  // It is reserved just before it is linked, and released just after it was unlinked.
  const { state } = await deps.eventLog.load(userDecider, userId);
  return state.externalIdentities.has(id) ? userId : null;
}

/** Whether the person can already sign in: with a password, or an account at a provider. */
export async function canSignIn({ eventLog, operations }: Deps, userId: UserId): Promise<boolean> {
  if (await operations.credentials.has(userId)) return true;
  const { state } = await eventLog.load(userDecider, userId);
  return state.externalIdentities.size > 0;
}

/**
 * Lets a person sign in by an account of a provider. The caller has made sure that both are the same person's.
 * @throws DomainError `reservation.identityTaken` when it is somebody else's
 */
export async function linkExternalIdentity(
  deps: Deps,
  userId: UserId,
  identity: ExternalIdentity,
  context: AppendContext,
): Promise<CommandResult> {
  const externalIdentityId = externalIdentityIdOf(deps.operations, identity);
  const { username = null } = identity;
  const command = { type: 'linkExternalIdentity' as const, userId, externalIdentityId, ...identity, username };
  return withReservedNames(deps, [reserved(externalIdentityId)], `user-${userId}`, context, () =>
    deps.eventLog.handle(userDecider, userId, command, context),
  );
}

/** Releases an account at a provider, so that it can be linked again. */
export function releaseExternalIdentity(
  deps: Deps,
  userId: UserId,
  externalIdentityId: ExternalIdentityId,
  context: AppendContext,
): Promise<void> {
  return releaseName(deps, reserved(externalIdentityId), `user-${userId}`, context);
}

/**
 * Ends signing in by an account of a provider, which anybody can link again.
 * @throws DomainError `externalIdentity.notFound`, or `externalIdentity.lastWayIn` for the only one of somebody without a
 * password
 */
export async function unlinkExternalIdentity(
  deps: Deps,
  userId: UserId,
  externalIdentityId: ExternalIdentityId,
  context: AppendContext,
): Promise<CommandResult> {
  const hasPassword = await deps.operations.credentials.has(userId);
  const command = { type: 'unlinkExternalIdentity' as const, userId, externalIdentityId, hasPassword };
  const result = await deps.eventLog.handle(userDecider, userId, command, context);
  await releaseExternalIdentity(deps, userId, externalIdentityId, context);
  return result;
}
