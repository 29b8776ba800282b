import { withdrawInvitation } from '@assay/application';
import { limits } from '@assay/contract';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

const dayMs = 86_400_000;

/** Takes invitations back that nobody accepted or sent again long after they expired, so that whom they named is forgotten. */
export const withdrawExpiredInvitations: Job = {
  className: 'Invitations',
  functionName: 'withdrawExpiredInvitations',
  schedule: '0 * * * * *',
  run: async (deps, now) => {
    const before = new Date(now.getTime() - limits.expiredInvitationDays * dayMs).toISOString();
    for (const { accountId, invitationId } of await deps.readModels.invitationsExpired(before)) {
      const sign = byItself(accountId, 'withdrawExpiredInvitations');
      await withdrawInvitation(deps, accountId, invitationId, sign).catch((err: unknown) => {
        // One that cannot be taken back keeps nobody else from being forgotten, and is tried again.
        deps.log.warn({ err, invitationId }, 'an expired invitation could not be withdrawn');
      });
    }
  },
};
