import { startTestPlanRun as start } from '@assay/application';
import { type TestPlanRunId, testPlanRunCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

export const startTestPlanRun = route(
  testPlanRunCalls.startTestPlanRun,
  async ({ api, caller, params: { id }, context, newId }) => {
    await requireRoom(api, caller, 'openRuns');
    const run = { testPlanRunId: newId<TestPlanRunId>(), triggerId: null };
    return commandAnswer(api.eventLog, await start(api, caller.accountId, id, run, context));
  },
);
