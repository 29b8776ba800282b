import { retentionCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeRetention = route(
  retentionCalls.changeRetention,
  async ({ api: { eventLog }, body: retention, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'changeRetention' as const, retention };
    const result = await eventLog.handle(accountDecider, accountId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, result);
  },
);
