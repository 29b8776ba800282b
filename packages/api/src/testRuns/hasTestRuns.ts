import { Type } from 'typebox';
import { route } from '../http/route.ts';

export const hasTestRuns = route({
  method: 'GET',
  url: '/test-runs/first',
  summary: 'Whether the account has any test run yet',
  permission: 'testRun.read',
  answer: Type.Object({ exists: Type.Boolean() }),
  handle: async ({ caller }) => {
    const { total } = await caller.models.testRunPage({ offset: 0, limit: 1 });
    return { exists: total > 0 };
  },
});
