import { withdrawInvitation } from '@assay/application';
import { limits } from '@assay/contract';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

const dayMs = 86_400_000;

/**
 * Withdraws invitations that expired long ago without being accepted or sent again, and erases the personal data in
 * them.
 */
export const withdrawExpiredInvitations: Job = {
  className: 'Invitations',
  functionName: 'withdrawExpiredInvitations',
  schedule: '0 * * * * *',
  run: async (deps, now) => {
    const before = new Date(now.getTime() - limits.expiredInvitationDays * dayMs).toISOString();
    for (const { accountId, invitationId } of await deps.readModels.invitationsExpired(before)) {
      const sign = byItself(accountId, 'withdrawExpiredInvitations');
      await withdrawInvitation(deps, accountId, invitationId, sign).catch((err: unknown) => {
        // A failure does not stop the others, and is retried.
        deps.log.warn({ err, invitationId }, 'an expired invitation could not be withdrawn');
      });
    }
  },
};
