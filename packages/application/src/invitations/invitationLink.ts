import type { InvitationId } from '@assay/contract';
import { DomainError, invitationDecider } from '@assay/domain';
import type { Application } from '../application.ts';
import { linkToken } from '../links/linkToken.ts';

/**
 * @returns the path of the invitation's newest link, with its token: whoever has it may accept
 * @throws DomainError `invitation.notFound` once it was accepted or withdrawn
 */
export async function invitationLink(
  { eventLog, operations, readModels }: Pick<Application, 'eventLog' | 'operations' | 'readModels'>,
  id: InvitationId,
): Promise<string> {
  const [{ state }, shown] = await Promise.all([eventLog.load(invitationDecider, id), readModels.invitation(id)]);
  if (state.status !== 'open' || !shown) throw new DomainError('invitation.notFound');
  const token = linkToken(operations, 'invitation', id, state.round);
  return `/accept?${new URLSearchParams({ token, email: shown.email })}`;
}
