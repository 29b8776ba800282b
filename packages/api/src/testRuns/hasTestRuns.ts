import { testRunCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const hasTestRuns = route(testRunCalls.hasTestRuns, async ({ caller }) => {
  const { total } = await caller.models.testRunPage({ offset: 0, limit: 1 });
  return { exists: total > 0 };
});
