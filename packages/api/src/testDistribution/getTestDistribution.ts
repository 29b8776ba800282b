import { testDistributionCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { quartersOf } from './quartersOf.ts';

export const getTestDistribution = route(testDistributionCalls.getTestDistribution, ({ api, caller, query }) =>
  api.distributions(api, caller.accountId, quartersOf(query, new Date()), undefined),
);
