import { analyticsCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { statsQueryOf } from './statsQuery.ts';

export const getFlakyTestInfo = route(analyticsCalls.getFlakyTestInfo, async ({ caller, query }) => {
  const wanted = statsQueryOf(query);
  // A test of the past is judged as it was then.
  return caller.models.flakyTestInfo(wanted, new Date(Math.min(wanted.end, wanted.at ?? Date.now())));
});
