import { quartersUntil } from '@assay/application';
import { testDistributionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getTestDistribution = route(testDistributionCalls.getTestDistribution, ({ api, caller }) =>
  api.distributions(api, caller.accountId, quartersUntil(new Date()), undefined),
);
