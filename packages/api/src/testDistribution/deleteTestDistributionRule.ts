import { testDistributionCalls } from '@assay/contract';
import { testDistributionDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const deleteTestDistributionRule = route(
  testDistributionCalls.deleteTestDistributionRule,
  async ({ api, params: { id: ruleId }, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'deleteRule' as const, accountId, ruleId };
    const seen = { ...context, expectedRevision };
    const result = await api.eventLog.handle(testDistributionDecider, accountId, command, seen);
    return commandAnswer(api.eventLog, { ...result, id: ruleId });
  },
);
