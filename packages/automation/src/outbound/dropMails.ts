import { invitationDecider } from '@assay/domain';
import { policy } from '../policy.ts';

/**
 * Takes the mails of somebody who was erased out of the outbox, also those to whom they were expected to become when they
 * were invited. It shares its group with the policies that fill it, so whatever was asked for before is there by now.
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
