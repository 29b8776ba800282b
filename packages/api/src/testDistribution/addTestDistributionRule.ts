import { errorsOfDistributionRule, InvalidFields } from '@assay/application';
import { type TestDistributionRuleId, testDistributionCalls } from '@assay/contract';
import { testDistributionDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { settingsOfRule } from './settingsOfRule.ts';

export const addTestDistributionRule = route(
  testDistributionCalls.addTestDistributionRule,
  async ({ api, body, caller: { accountId }, context, newId }) => {
    const errors = await errorsOfDistributionRule(api, accountId, body);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const ruleId = newId<TestDistributionRuleId>();
    const { orderToApply } = body;
    const command = { type: 'addRule' as const, accountId, ruleId, orderToApply, settings: settingsOfRule(body) };
    const result = await api.eventLog.handle(testDistributionDecider, accountId, command, context);
    return commandAnswer(api.eventLog, { ...result, id: ruleId });
  },
  { rest: ({ api, caller, body }) => errorsOfDistributionRule(api, caller.accountId, body) },
);
