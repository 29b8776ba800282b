import type { UserId, UserView } from '@assay/contract';
import { DomainError, invitationDecider, userDecider, userRolesDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { releaseExternalIdentity } from '../externalIdentities/externalIdentities.ts';
import { releaseName } from '../reservations/reserveNames.ts';

type Signed = Omit<AppendContext, 'accountId'>;

/**
 * Erases a person permanently: their key is destroyed, so that their name and address can no longer be read in the log
 * or in later backups, and all other data about them is deleted. What they created stays, under an id without a name.
 * Safe to repeat after a crash.
 * @param reason why staff do it; null: the person does
 * @returns what was recorded
 * @throws DomainError `user.notFound`, or `userRole.lastAdministrator` while they are the last administrator of an
 *   account with other people in it: nothing was changed then
 */
export async function erasePerson(
  deps: Application,
  userId: UserId,
  reason: string | null,
  signed: Signed,
): Promise<CommandResult> {
  const { eventLog, operations, readModels } = deps;
  // Only the read models have the address in plain text, and know every account and invitation of the person.
  await deps.readModels.require({ scope: 'all' });
  const person = await readModels.user(userId);
  if (!person) throw new DomainError('user.notFound');
  const invitations = await readModels.invitationsTo(person);

  // 1. Leave every account, after checking that all can be left.
  await leaveAccounts(deps, person, signed);
  // 2. Release their addresses, so that people can be invited and sign in with them again.
  for (const { invitationId, accountId, email } of invitations) {
    const context = { ...signed, accountId };
    const { state } = await eventLog.load(invitationDecider, invitationId);
    if (state.status === 'open') {
      await eventLog.handle(invitationDecider, invitationId, { type: 'withdrawInvitation' }, context);
    }
    await releaseName(deps, { kind: 'email', scope: accountId, value: email }, `invitation-${invitationId}`, context);
  }
  const ofNoAccount = { ...signed, accountId: null };
  await releaseName(deps, { kind: 'email', scope: 'global', value: person.email }, `user-${userId}`, ofNoAccount);
  const { state } = await eventLog.load(userDecider, userId);
  for (const id of state.externalIdentities) await releaseExternalIdentity(deps, userId, id, ofNoAccount);
  // 3. Delete operational data. The automation removes mails, because it may be writing one.
  await operations.credentials.remove(userId);
  await operations.registrations.endAllOf(person.email);
  await operations.secondFactors.turnOff(userId);
  await operations.visits.forgetPlacesOf(userId);
  await operations.sessions.endAllOf(userId);
  // 4. Destroy the keys. An invitation from before they registered was encrypted for their later id.
  const ids = new Set([userId, ...invitations.map((invitation) => invitation.userId)]);
  for (const id of ids) await operations.keys.erase(`user:${id}`);
  // 5. Record the fact last: until then, everything can be repeated.
  const invitationIds = invitations.map(({ invitationId }) => invitationId);
  const command = { type: 'eraseUser' as const, userId, reason, invitationIds };
  return eventLog.handle(userDecider, userId, command, ofNoAccount);
}

async function leaveAccounts({ eventLog }: Application, { id: userId, roles }: UserView, signed: Signed) {
  const commands = roles.map(({ accountId }) => ({ type: 'removeUser' as const, userId, accountId }));
  for (const command of commands) {
    const { state } = await eventLog.load(userRolesDecider, command.accountId);
    userRolesDecider.decide(command, state);
  }
  for (const command of commands) {
    const { accountId } = command;
    await eventLog.handle(userRolesDecider, accountId, command, { ...signed, accountId });
  }
}
