import { createHash } from 'node:crypto';
import type { UserId } from '@assay/contract';
import { mailDecider, userRolesDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { policy, reactingTo } from '../policy.ts';

/** One mail for each administrator, however often the fact is reacted to. */
function mailIdOf(eventId: string, userId: UserId): string {
  return createHash('sha256').update(`${eventId} ${userId}`).digest('hex');
}

/** Asks for a mail to every administrator of an account in which somebody of the staff took a role. */
export const tellOfStaffRoles = policy({
  name: 'tellOfStaffRoles',
  on: ['StaffRoleTaken'],
  react: async (event, { eventLog }) => {
    const { state } = await eventLog.load(userRolesDecider, accountOf(event));
    for (const { userId, roleType, ofStaff } of state.roles.values()) {
      if (roleType !== 'ADMIN' || ofStaff) continue;
      const mailId = mailIdOf(event.id, userId);
      const facts = { mailId, template: 'staffRole' as const, userId, about: event.data.userRoleId };
      await eventLog.handle(
        mailDecider,
        mailId,
        ({ status }) => (status === 'none' ? { type: 'requestMail' as const, ...facts } : null),
        reactingTo(event, 'tellOfStaffRoles'),
      );
    }
  },
});
