import { testDistributionCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getTestDistributionRule = route(
  testDistributionCalls.getTestDistributionRule,
  async ({ caller, params }) => {
    const rules = await caller.models.testDistributionRules();
    const rule = rules.find(({ id }) => id === params.id);
    if (!rule) throw new DomainError('testDistribution.ruleNotFound');
    return rule;
  },
);
