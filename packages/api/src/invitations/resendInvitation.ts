import { invitationValidUntil } from '@assay/application';
import { invitationCalls } from '@assay/contract';
import { invitationDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const resendInvitation = route(
  invitationCalls.resendInvitation,
  async ({ api: { eventLog, owners }, params: { id }, caller: { accountId }, context }) => {
    await owners.requireOwn(`invitation-${id}`, accountId, 'invitation.notFound');
    const command = { type: 'resendInvitation' as const, validUntil: invitationValidUntil() };
    return commandAnswer(eventLog, await eventLog.handle(invitationDecider, id, command, context));
  },
);
