import type { UserId } from '@assay/contract';
import { DomainError, userDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { requireStrongPassword } from '../accounts/requireStrongPassword.ts';
import type { Application } from '../application.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { acceptInvitation, findInvitation, type InvitationProof } from './acceptInvitation.ts';

/**
 * Creates the login of an invited person and accepts the invitation: its link came by mail, which proves the address.
 * Safe to repeat after a crash.
 * @returns the person
 * @throws DomainError `invitation.invalid`, or `reservation.emailTaken` for somebody who can sign in already;
 * InvalidFields for a weak password
 */
export async function registerInvited(
  deps: Pick<Application, 'eventLog' | 'operations' | 'readModels'>,
  proof: InvitationProof,
  { firstName, lastName, password }: { firstName: string; lastName: string; password: string },
  signed: Omit<AppendContext, 'accountId' | 'actor'>,
): Promise<UserId> {
  const { eventLog, operations } = deps;
  const { state, email } = await findInvitation(deps, proof);
  const { userId } = state;
  const context: AppendContext = { ...signed, accountId: null, actor: { kind: 'user', id: userId } };
  await requireStrongPassword(password, email);
  if (await operations.credentials.has(userId)) throw new DomainError('reservation.emailTaken');
  const person = { type: 'registerUser' as const, userId, email, firstName, lastName };
  const address = { kind: 'email' as const, scope: 'global', value: email };
  await withReservedNames(deps, [address], `user-${userId}`, context, () =>
    eventLog.handle(userDecider, userId, ({ exists }) => (exists ? null : person), context),
  );
  await operations.credentials.setPassword(userId, email, password);
  await acceptInvitation(deps, proof, { userId, email }, context);
  return userId;
}
