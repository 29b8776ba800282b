import { staffCalls } from '@assay/contract';
import { noteStaffRead } from '../accessLog/noteVisit.ts';
import { route } from '../http/route.ts';
import { testListResult } from '../testRuns/testListResult.ts';

export const getStaffTestListResult = route(
  staffCalls.getStaffTestListResult,
  async ({ api, caller, params: { id }, query, request }) => {
    const accountId = await api.owners.ownerOf(`testRun-${id}`);
    if (accountId) await noteStaffRead(api, request, { userId: caller.userId, accountId, about: id });
    return testListResult(api, accountId ? api.readModels.of(accountId) : null, id, query);
  },
);
