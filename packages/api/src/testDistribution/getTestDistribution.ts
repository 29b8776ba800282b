import { analyzeDistribution, quartersUntil } from '@assay/application';
import { testDistributionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getTestDistribution = route(testDistributionCalls.getTestDistribution, ({ api, caller }) =>
  analyzeDistribution(api, caller.accountId, quartersUntil(new Date()), undefined),
);
