import { userRoleCalls } from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeUserRole = route(
  userRoleCalls.changeUserRole,
  async ({ api: { eventLog }, params: { id: userRoleId }, body: { roleType }, caller: { accountId }, context }) => {
    const command = { type: 'changeUserRole' as const, userRoleId, accountId, roleType };
    const result = await eventLog.handle(userRolesDecider, accountId, command, context);
    return commandAnswer(eventLog, { ...result, id: userRoleId });
  },
);
