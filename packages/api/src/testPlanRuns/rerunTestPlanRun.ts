import { ownTestPlanRun } from '@assay/application';
import { testPlanRunCalls } from '@assay/contract';
import { testPlanRunDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

export const rerunTestPlanRun = route(
  testPlanRunCalls.rerunTestPlanRun,
  async ({ api, caller, params: { id, runId }, body, context, expectedRevision, newId }) => {
    await ownTestPlanRun(api, caller.accountId, { testPlanId: id, testPlanRunId: runId });
    await requireRoom(api, caller, 'openRuns');
    const testPlanSuiteIds = body.testPlanSuiteIds ?? null;
    const command = { type: 'rerunSuites' as const, testPlanSuiteIds, startId: newId<string>() };
    const result = await api.eventLog.handle(testPlanRunDecider, runId, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
