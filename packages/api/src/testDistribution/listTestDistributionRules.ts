import { testDistributionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listTestDistributionRules = route(testDistributionCalls.listTestDistributionRules, ({ caller }) =>
  caller.models.testDistributionRules(),
);
