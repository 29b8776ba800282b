import { staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { testListResult } from '../testRuns/testListResult.ts';

export const getStaffTestListResult = route(
  staffCalls.getStaffTestListResult,
  async ({ api, params: { id }, query }) => {
    const accountId = await api.owners.ownerOf(`testRun-${id}`);
    return testListResult(api, accountId ? api.readModels.of(accountId) : null, id, query);
  },
);
