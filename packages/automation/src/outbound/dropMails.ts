import { invitationDecider } from '@assay/domain';
import { policy } from '../policy.ts';

/**
 * Removes an erased person's mails from the outbox, including those to the invited address. It shares a group with the
 * policies that fill the outbox, so earlier requests are already in it.
 */
export const dropMails = policy({
  name: 'dropMails',
  on: ['UserErased'],
  react: async ({ data: { userId, invitationIds } }, { eventLog, operations }) => {
    const invitations = await Promise.all(invitationIds.map((id) => eventLog.load(invitationDecider, id)));
    const expected = invitations.flatMap(({ state }) => (state.status === 'none' ? [] : state.userId));
    await operations.outbox.dropOf([userId, ...expected]);
  },
});
