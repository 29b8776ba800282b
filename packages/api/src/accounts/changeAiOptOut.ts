import { accountCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeAiOptOut = route(
  accountCalls.changeAiOptOut,
  async ({ api: { eventLog }, body: { aiOptOut }, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'changeAiOptOut' as const, aiOptOut };
    const result = await eventLog.handle(accountDecider, accountId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, result);
  },
);
