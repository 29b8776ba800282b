import { noticeCalls } from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeNotificationSettings = route(
  noticeCalls.changeNotificationSettings,
  async ({ api: { eventLog }, caller: { accountId, userId }, body, context }) => {
    const command = { type: 'changeNotificationSettings' as const, accountId, userId, ...body };
    return commandAnswer(eventLog, await eventLog.handle(userRolesDecider, accountId, command, context));
  },
);
