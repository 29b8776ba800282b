import { ssoRoleCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeSsoRoles = route(
  ssoRoleCalls.changeSsoRoles,
  async ({ api: { eventLog }, body: ssoRoles, caller: { accountId }, context }) => {
    const command = { type: 'changeSsoRoles' as const, ssoRoles };
    return commandAnswer(eventLog, await eventLog.handle(accountDecider, accountId, command, context));
  },
);
