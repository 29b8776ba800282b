import type { AccountId, InvitationId, UserId, UserRoleId } from '@assay/contract';
import { DomainError, type InvitationState, invitationDecider, userRolesDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Application } from '../application.ts';
import { readLinkToken } from '../links/linkToken.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName } from '../reservations/reserveNames.ts';

/** How long to wait for the role in the read models. */
const shownWithinMs = 3_000;

type Deps = Pick<Application, 'eventLog' | 'operations' | 'readModels'>;
type Usable = Extract<InvitationState, { status: 'open' | 'accepted' }>;

/** The contents of an invitation link. */
export type InvitationProof = { token: string; email: string };

/** An invitation that a link leads to, with the name and address that it was sent to. */
export type FoundInvitation = { state: Usable; email: string; firstName: string; lastName: string };

/**
 * @returns the invitation, open or accepted already
 * @throws DomainError `invitation.invalid` for a token that was made up, belongs to another address, expired, or was
 * replaced by a newer one
 */
export async function findInvitation(deps: Deps, { token, email }: InvitationProof): Promise<FoundInvitation> {
  const link = readLinkToken(deps.operations, 'invitation', token);
  if (!link) throw new DomainError('invitation.invalid');
  const id = link.id as InvitationId;
  const { state } = await deps.eventLog.load(invitationDecider, id);
  const isUsable = state.status === 'open' || state.status === 'accepted';
  if (!isUsable || state.round !== link.round) throw new DomainError('invitation.invalid');
  const isOver = state.status === 'open' && state.validUntil <= new Date().toISOString();
  const shown = await deps.readModels.invitation(id);
  if (isOver || !shown || !isSameName(shown.email, email)) throw new DomainError('invitation.invalid');
  return { state, email: shown.email, firstName: shown.firstName, lastName: shown.lastName };
}

/**
 * Gives the person the role that they were invited to. Safe to repeat: whoever accepted and lost the role since does not
 * get it back.
 * @throws DomainError `invitation.invalid`, or `invitation.otherPerson` when somebody else is signed in
 */
export async function acceptInvitation(
  deps: Deps,
  proof: InvitationProof,
  person: { userId: UserId; email: string },
  signed: Omit<AppendContext, 'accountId'>,
): Promise<AccountId> {
  const { eventLog, readModels } = deps;
  const { state, email } = await findInvitation(deps, proof);
  if (!isSameName(person.email, email)) throw new DomainError('invitation.otherPerson');
  const { invitationId, accountId, roleType, round } = state;
  const { userId } = person;
  const context = { ...signed, accountId };
  const at = new Date().toISOString();
  await eventLog.handle(invitationDecider, invitationId, { type: 'acceptInvitation', userId, round, at }, context);
  // One role for each invitation, however often it is accepted.
  const userRoleId = invitationId as string as UserRoleId;
  const grant = { type: 'grantUserRole' as const, userRoleId, userId, accountId, roleType };
  await eventLog.handle(
    userRolesDecider,
    accountId,
    ({ roles, removed }) => {
      const isHere = [...roles.values()].some((role) => role.userId === userId);
      return isHere || removed.has(userRoleId) ? null : grant;
    },
    context,
  );
  const address = { kind: 'email' as const, scope: accountId, value: email };
  await releaseName(deps, address, `invitation-${invitationId}`, context);
  // The person reads their roles next; a short delay is no reason to fail.
  const head = await eventLog.head();
  if (head) await readModels.waitFor(head.position, shownWithinMs, { scope: 'installation' });
  return accountId;
}
