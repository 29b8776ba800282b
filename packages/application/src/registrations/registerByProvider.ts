import type { UserId } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { type AppendContext, newId } from '@assay/event-log';
import type { Application } from '../application.ts';
import {
  type ExternalIdentity,
  holderOfExternalIdentity,
  linkExternalIdentity,
  reservedIdentity,
} from '../externalIdentities/externalIdentities.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';

/**
 * Makes the login of somebody who comes by a provider without an invitation. The provider has verified the address, so no
 * mail has to. Safe to repeat after a crash: the reserved account of the provider says under which id it was begun.
 * @returns the person
 * @throws DomainError `reservation.emailTaken` or `reservation.identityTaken` when somebody was faster
 */
export async function registerByProvider(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  identity: ExternalIdentity,
  names: { firstName: string; lastName: string },
  signed: Omit<AppendContext, 'accountId' | 'actor'>,
): Promise<UserId> {
  const { email } = identity;
  const userId = (await holderOfExternalIdentity(deps, identity)) ?? newId<UserId>();
  const context: AppendContext = { ...signed, accountId: null, actor: { kind: 'user', id: userId } };
  const person = { type: 'registerUser' as const, userId, email, ...names };
  const reserved = [{ kind: 'email' as const, scope: 'global', value: email }, reservedIdentity(deps, identity)];
  await withReservedNames(deps, reserved, `user-${userId}`, context, () =>
    deps.eventLog.handle(userDecider, userId, ({ exists }) => (exists ? null : person), context),
  );
  await linkExternalIdentity(deps, userId, identity, context);
  return userId;
}
