import { type AccountId, type InvitationId, limits, type RoleType, type UserId } from '@assay/contract';
import { DomainError, invitationDecider, userRolesDecider } from '@assay/domain';
import { type AppendContext, type CommandResult, newId } from '@assay/event-log';
import type { Application } from '../application.ts';
import { ownerOfName, withReservedNames } from '../reservations/reserveNames.ts';

const dayMs = 24 * 3_600_000;

/** @returns when a link sent now expires, ISO 8601 */
export function invitationValidUntil(now = new Date()): string {
  return new Date(now.getTime() + limits.invitationDays * dayMs).toISOString();
}

/** @returns the person who signs in with the address; null: no user. */
export async function userWithEmail(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  email: string,
): Promise<UserId | null> {
  const owner = await ownerOfName(deps, { kind: 'email', scope: 'global', value: email });
  return owner === null ? null : (owner.slice('user-'.length) as UserId);
}

/**
 * Invites somebody into an account; the mail follows from the fact.
 * @throws DomainError `reservation.emailTaken` for somebody who has a role there or an open invitation
 */
export async function invite(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  accountId: AccountId,
  invitationId: InvitationId,
  wanted: { email: string; firstName: string; lastName: string; roleType: RoleType },
  context: AppendContext,
): Promise<CommandResult> {
  const { eventLog } = deps;
  const known = await userWithEmail(deps, wanted.email);
  const { state } = await eventLog.load(userRolesDecider, accountId);
  if ([...state.roles.values()].some(({ userId }) => userId === known)) {
    throw new DomainError('reservation.emailTaken');
  }
  // A new person gets the id that they will register under, because personal data belongs to a person.
  const userId = known ?? newId<UserId>();
  const validUntil = invitationValidUntil();
  const command = { type: 'sendInvitation' as const, invitationId, accountId, userId, ...wanted, validUntil };
  const address = { kind: 'email' as const, scope: accountId, value: wanted.email };
  return withReservedNames(deps, [address], `invitation-${invitationId}`, context, () =>
    eventLog.handle(invitationDecider, invitationId, ({ status }) => (status === 'none' ? command : null), context),
  );
}
