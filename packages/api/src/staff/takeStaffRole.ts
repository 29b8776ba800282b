import { limits, roleTypes, staffCalls, type UserRoleId } from '@assay/contract';
import { accountDecider, DomainError, userRolesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

const hourMs = 3_600_000;

/** The reason is in the access log of the account, and in a mail to each of its administrators. */
export const takeStaffRole = route(
  staffCalls.takeStaffRole,
  async ({ api: { eventLog }, body, caller: { userId }, context, newId }) => {
    const { accountId, reason } = body;
    const { state: account } = await eventLog.load(accountDecider, accountId);
    if (!account.exists) throw new DomainError('account.notFound');
    const roleType = roleTypes.find((known) => known === body.roleType.toUpperCase()) ?? 'USER';
    const until = new Date(Date.parse(context.occurredAt) + limits.staffRoleHours * hourMs).toISOString();
    const ids = { userRoleId: newId<UserRoleId>(), userId, accountId };
    const command = { type: 'takeStaffRole' as const, ...ids, roleType, reason, until };
    const result = await eventLog.handle(userRolesDecider, accountId, command, { ...context, accountId });
    return commandAnswer(eventLog, { ...result, id: ids.userRoleId });
  },
);
