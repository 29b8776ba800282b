import { policy } from '../policy.ts';

/**
 * Takes the mails of somebody who was erased out of the outbox. It shares its group with the policies that fill it, so
 * whatever was asked for before is there by now.
 */
export const dropMails = policy({
  name: 'dropMails',
  on: ['UserErased'],
  react: (event, { operations }) => operations.outbox.dropOf(event.data.userId),
});
