import { comparisonCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { comparisonAsked, comparisonFound } from './comparedRuns.ts';

export const compareTestRuns = route(comparisonCalls.compareTestRuns, async ({ caller, query }) =>
  comparisonFound(await caller.models.comparison(comparisonAsked(query))),
);
