import { invitationDecider, userDecider } from '@assay/domain';
import { policy } from '../policy.ts';

/**
 * Forgets somebody who was invited and did not come: the key of their name and address is destroyed, and mails to them
 * leave the outbox. Whoever has a login keeps their key. It shares its group with the policies that write mails, so
 * whatever was asked for before is there by now.
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
