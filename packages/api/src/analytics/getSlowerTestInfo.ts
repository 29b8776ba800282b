import { analyticsCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { statsQueryOf } from './statsQuery.ts';

export const getSlowerTestInfo = route(analyticsCalls.getSlowerTestInfo, async ({ caller, query }) =>
  caller.models.slowerTestInfo(statsQueryOf(query)),
);
