import type { UserId } from '@assay/contract';
import { DomainError, userDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { requireStrongPassword } from '../accounts/requireStrongPassword.ts';
import type { Application } from '../application.ts';
import { canSignIn, type ExternalIdentity, linkExternalIdentity } from '../externalIdentities/externalIdentities.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { acceptInvitation, type FoundInvitation, findInvitation, type InvitationProof } from './acceptInvitation.ts';

type Deps = Pick<Application, 'eventLog' | 'operations' | 'readModels'>;
type Signed = Omit<AppendContext, 'accountId' | 'actor'>;
type Names = { firstName: string; lastName: string };

/** What the new person records, first of all their own registration. */
function recordedBy(userId: UserId, signed: Signed): AppendContext {
  return { ...signed, accountId: null, actor: { kind: 'user', id: userId } };
}

/** @throws DomainError `reservation.emailTaken` for somebody who can sign in already */
async function register(deps: Deps, { state, email }: FoundInvitation, names: Names, signed: Signed): Promise<UserId> {
  const { userId } = state;
  if (await canSignIn(deps, userId)) throw new DomainError('reservation.emailTaken');
  const context = recordedBy(userId, signed);
  const person = { type: 'registerUser' as const, userId, email, ...names };
  const address = { kind: 'email' as const, scope: 'global', value: email };
  await withReservedNames(deps, [address], `user-${userId}`, context, () =>
    deps.eventLog.handle(userDecider, userId, ({ exists }) => (exists ? null : person), context),
  );
  return userId;
}

/**
 * Creates the login of an invited person and accepts the invitation: its link came by mail, which proves the address.
 * Safe to repeat after a crash.
 * @returns the person
 * @throws DomainError `invitation.invalid`, or `reservation.emailTaken` for somebody who can sign in already;
 * InvalidFields for a weak password
 */
export async function registerInvited(
  deps: Deps,
  proof: InvitationProof,
  { password, ...names }: Names & { password: string },
  signed: Signed,
): Promise<UserId> {
  const found = await findInvitation(deps, proof);
  const { email } = found;
  await requireStrongPassword(deps, password, email);
  const userId = await register(deps, found, names, signed);
  await deps.operations.credentials.setPassword(userId, email, password);
  await acceptInvitation(deps, proof, { userId, email }, recordedBy(userId, signed));
  return userId;
}

/**
 * Creates the login of an invited person who signs in by an account of a provider, and accepts the invitation; the name
 * is that of the invitation. Safe to repeat after a crash.
 * @returns the person
 * @throws DomainError as {@link registerInvited}, and `invitation.otherPerson` when the provider has verified another
 * address
 */
export async function registerInvitedByProvider(
  deps: Deps,
  proof: InvitationProof,
  identity: ExternalIdentity,
  signed: Signed,
): Promise<UserId> {
  const found = await findInvitation(deps, proof);
  const { email, firstName, lastName } = found;
  if (!isSameName(identity.email, email)) throw new DomainError('invitation.otherPerson');
  const userId = await register(deps, found, { firstName, lastName }, signed);
  const context = recordedBy(userId, signed);
  // Accepted first: a repeat finds nobody who can sign in, and goes on.
  await acceptInvitation(deps, proof, { userId, email }, context);
  await linkExternalIdentity(deps, userId, identity, context);
  return userId;
}
