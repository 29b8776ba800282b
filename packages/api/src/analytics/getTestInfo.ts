import { analyticsCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { statsQueryOf } from './statsQuery.ts';

export const getTestInfo = route(analyticsCalls.getTestInfo, async ({ caller, query }) =>
  caller.models.testInfo(statsQueryOf(query)),
);
