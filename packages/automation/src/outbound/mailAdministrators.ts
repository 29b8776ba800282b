import { createHash } from 'node:crypto';
import type { UserId } from '@assay/contract';
import { type MailTemplate, mailDecider, userRolesDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { StaffAccessStarted, StaffRoleTaken, TestingMinutesReached } from '@assay/event-schemas';
import { policy, reactingTo } from '../policy.ts';
import { usageKeyOf } from './usageMail.ts';

type Cause =
  | { type: 'StaffRoleTaken'; data: StaffRoleTaken }
  | { type: 'StaffAccessStarted'; data: StaffAccessStarted }
  | { type: 'TestingMinutesReached'; data: TestingMinutesReached };

function mailAfter({ type, data }: RecordedEvent<Cause>): { template: MailTemplate; about: string } {
  switch (type) {
    case 'StaffRoleTaken':
      return { template: 'staffRole', about: data.userRoleId };
    case 'StaffAccessStarted':
      return { template: 'staffAccess', about: data.staffAccessId };
    case 'TestingMinutesReached':
      return { template: 'testingMinutes', about: usageKeyOf(data) };
  }
}

/** One mail per administrator, however often the reaction runs. */
function mailIdOf(eventId: string, userId: UserId): string {
  return createHash('sha256').update(`${eventId} ${userId}`).digest('hex');
}

/** Requests a mail to every administrator of an account about staff access or usage. */
export const mailAdministrators = policy({
  name: 'mailAdministrators',
  on: ['StaffRoleTaken', 'StaffAccessStarted', 'TestingMinutesReached'],
  react: async (event, { eventLog }) => {
    const { state } = await eventLog.load(userRolesDecider, accountOf(event));
    for (const { userId, roleType, ofStaff } of state.roles.values()) {
      if (roleType !== 'ADMIN' || ofStaff) continue;
      const mailId = mailIdOf(event.id, userId);
      const facts = { mailId, userId, ...mailAfter(event) };
      await eventLog.handle(
        mailDecider,
        mailId,
        ({ status }) => (status === 'none' ? { type: 'requestMail' as const, ...facts } : null),
        reactingTo(event, 'mailAdministrators'),
      );
    }
  },
});
