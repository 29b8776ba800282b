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

/** @returns the one id of an account of a provider: issuers and subjects are told apart exactly, by case as well. */
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

/** What keeps an account of a provider for one person. */
export function reservedIdentity({ operations }: Pick<Deps, 'operations'>, identity: Who): ReservedName {
  return reserved(externalIdentityIdOf(operations, identity));
}

/** @returns the person for whom the account of a provider is kept, linked or not yet; null when it is for nobody. */
export async function holderOfExternalIdentity(deps: Deps, identity: Who): Promise<UserId | null> {
  const owner = await ownerOfName(deps, reservedIdentity(deps, identity));
  return owner === null ? null : (owner.slice('user-'.length) as UserId);
}

/** @returns the person who signs in by this account of a provider; null when nobody does. */
export async function userWithExternalIdentity(deps: Deps, identity: Who): Promise<UserId | null> {
  const id = externalIdentityIdOf(deps.operations, identity);
  const userId = await holderOfExternalIdentity(deps, identity);
  if (userId === null) return null;
  // It is reserved a moment before it is linked, and released a moment after it was unlinked.
  const { state } = await deps.eventLog.load(userDecider, userId);
  return state.externalIdentities.has(id) ? userId : null;
}

/** Whether the person has a way to sign in already: a password, or an account of a provider. */
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

/** Lets anybody link an account of a provider that was the person's. */
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
