import { testDistributionCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { projectsOf } from './projectsOf.ts';
import { quartersOf } from './quartersOf.ts';

export const analyzeTestDistribution = route(
  testDistributionCalls.analyzeTestDistribution,
  async ({ api, caller, body: { startTime, projectId } }) =>
    api.distributions(api, caller.accountId, quartersOf(startTime, new Date()), projectsOf(projectId)),
);
