import { accountCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const finishSetupStep = route(
  accountCalls.finishSetupStep,
  async ({ api: { eventLog }, body: { step }, caller: { accountId }, context }) =>
    commandAnswer(
      eventLog,
      await eventLog.handle(accountDecider, accountId, { type: 'finishSetupStep', step }, context),
    ),
);
