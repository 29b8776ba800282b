import { userRoleCalls } from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const removeUserRole = route(
  userRoleCalls.removeUserRole,
  async ({ api: { eventLog }, params: { id: userRoleId }, caller: { accountId }, context }) => {
    const command = { type: 'removeUserRole' as const, userRoleId, accountId };
    const result = await eventLog.handle(userRolesDecider, accountId, command, context);
    return commandAnswer(eventLog, { ...result, id: userRoleId });
  },
);
