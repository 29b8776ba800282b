import { accountCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const completeSetup = route(
  accountCalls.completeSetup,
  async ({ api: { eventLog }, caller: { accountId }, context }) =>
    commandAnswer(eventLog, await eventLog.handle(accountDecider, accountId, { type: 'completeSetup' }, context)),
);
