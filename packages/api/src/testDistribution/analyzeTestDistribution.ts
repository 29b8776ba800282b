import { testDistributionCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { projectsOf } from './projectsOf.ts';
import { quartersOf } from './quartersOf.ts';

export const analyzeTestDistribution = route(
  testDistributionCalls.analyzeTestDistribution,
  async ({ api, caller, body: { projectId, ...asked } }) =>
    api.distributions(api, caller.accountId, quartersOf(asked, new Date()), projectsOf(projectId)),
);
