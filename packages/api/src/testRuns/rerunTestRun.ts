import { rerunTestRun as rerun } from '@assay/application';
import { type TestRunId, testRunCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

export const rerunTestRun = route(
  testRunCalls.rerunTestRun,
  async ({ api, params: { id: testRunId }, body, caller, context, newId }) => {
    await requireRoom(api, caller, 'openRuns');
    const ids = { testRunId, newRunId: newId<TestRunId>() };
    return commandAnswer(api.eventLog, await rerun(api, caller.accountId, ids, body, context));
  },
);
