import { analyticsCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { statsQueryOf } from './statsQuery.ts';

export const getTestRunInfo = route(analyticsCalls.getTestRunInfo, async ({ caller, query }) =>
  caller.models.testRunInfo(statsQueryOf(query)),
);
