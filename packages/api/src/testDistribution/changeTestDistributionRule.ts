import { errorsOfDistributionRule, InvalidFields } from '@assay/application';
import { testDistributionCalls } from '@assay/contract';
import { DomainError, testDistributionDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { settingsOfRule } from './settingsOfRule.ts';

export const changeTestDistributionRule = route(
  testDistributionCalls.changeTestDistributionRule,
  async ({ api, params: { id: ruleId }, body, caller: { accountId }, context, expectedRevision }) => {
    const { state } = await api.eventLog.load(testDistributionDecider, accountId);
    const known = state.get(ruleId);
    if (!known) throw new DomainError('testDistribution.ruleNotFound');
    const errors = await errorsOfDistributionRule(api, accountId, body, known.settings);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const { orderToApply } = body;
    const command = { type: 'changeRule' as const, accountId, ruleId, orderToApply, settings: settingsOfRule(body) };
    const seen = { ...context, expectedRevision };
    const result = await api.eventLog.handle(testDistributionDecider, accountId, command, seen);
    return commandAnswer(api.eventLog, { ...result, id: ruleId });
  },
  { rest: ({ api, caller, body }) => errorsOfDistributionRule(api, caller.accountId, body) },
);
