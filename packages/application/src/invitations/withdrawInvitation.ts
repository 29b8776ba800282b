import type { AccountId, InvitationId } from '@assay/contract';
import { invitationDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { releaseName } from '../reservations/reserveNames.ts';

/**
 * Takes an invitation back; its address can be invited again.
 * @throws DomainError `invitation.notFound` when it is not the account's, or was accepted or withdrawn already
 */
export async function withdrawInvitation(
  deps: Application,
  accountId: AccountId,
  id: InvitationId,
  context: AppendContext,
): Promise<CommandResult> {
  const { eventLog, owners, readModels } = deps;
  const stream = `invitation-${id}`;
  await owners.requireOwn(stream, accountId, 'invitation.notFound');
  // Only the read model has the address in plain text.
  await deps.readModels.require({ scope: accountId });
  const shown = await readModels.invitation(id);
  const result = await eventLog.handle(invitationDecider, id, { type: 'withdrawInvitation' }, context);
  if (shown) await releaseName(deps, { kind: 'email', scope: accountId, value: shown.email }, stream, context);
  return result;
}
