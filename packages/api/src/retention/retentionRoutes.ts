import { retentionCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { getStorage } from './getStorage.ts';

const getRetention = route(
  retentionCalls.getRetention,
  async ({ caller: { models } }) => (await models.retention()).retention,
);

const changeRetention = route(
  retentionCalls.changeRetention,
  async ({ api: { eventLog }, body: retention, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'changeRetention' as const, retention };
    const result = await eventLog.handle(accountDecider, accountId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, result);
  },
);

export const retentionRoutes: readonly Route[] = [getStorage, getRetention, changeRetention];
