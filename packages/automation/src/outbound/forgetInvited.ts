import { invitationDecider, userDecider } from '@assay/domain';
import { policy } from '../policy.ts';

/**
 * Erases an invited person who did not join: the key of their name and address is destroyed, and mails to them leave
 * the outbox. People with a login keep their key. It shares a group with the policies that write mails, so earlier
 * requests are already in the outbox.
 */
export const forgetInvited = policy({
  name: 'forgetInvited',
  on: ['InvitationWithdrawn'],
  react: async ({ data: { invitationId } }, { eventLog, operations }) => {
    const { state: invitation } = await eventLog.load(invitationDecider, invitationId);
    if (invitation.status !== 'withdrawn') return;
    const { userId } = invitation;
    const { state: person } = await eventLog.load(userDecider, userId);
    if (person.exists) return;
    await operations.keys.erase(`user:${userId}`);
    await operations.outbox.dropOf([userId]);
  },
});
