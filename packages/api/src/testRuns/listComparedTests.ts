import { comparisonCalls, limits } from '@assay/contract';
import { route } from '../http/route.ts';
import { comparisonAsked, comparisonFound } from './comparedRuns.ts';

export const listComparedTests = route(comparisonCalls.listComparedTests, async ({ caller, query }) => {
  const { group, problemId = null, offset = 0, limit = limits.pageOfComparedTests } = query;
  const page = { group, folded: query.folded === 'true', problemId, offset, limit };
  return comparisonFound(await caller.models.comparedTests(comparisonAsked(query), page));
});
