import { userRolesDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

/** Records the end of expired staff roles. They are already refused once their time is over. */
export const endStaffRoles: Job = {
  className: 'StaffRoles',
  functionName: 'endStaffRoles',
  schedule: '*/5 * * * * *',
  run: async ({ eventLog, readModels, log }, now) => {
    for (const { accountId, userRoleId } of await readModels.endedStaffRoles(now.toISOString())) {
      const command = { type: 'removeUserRole' as const, userRoleId, accountId };
      await eventLog
        .handle(
          userRolesDecider,
          accountId,
          ({ roles }) => (roles.has(userRoleId) ? command : null),
          byItself(accountId, 'endStaffRoles'),
        )
        .catch((err: unknown) => {
          log.warn({ err, userRoleId }, 'a role of staff could not be ended');
        });
    }
  },
};
