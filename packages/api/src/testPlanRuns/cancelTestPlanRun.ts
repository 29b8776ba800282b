import { ownTestPlanRun } from '@assay/application';
import { testPlanRunCalls } from '@assay/contract';
import { testPlanRunDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const cancelTestPlanRun = route(
  testPlanRunCalls.cancelTestPlanRun,
  async ({ api, caller, params: { id, runId }, context, expectedRevision }) => {
    await ownTestPlanRun(api, caller.accountId, { testPlanId: id, testPlanRunId: runId });
    const command = { type: 'cancelTestPlanRun' as const };
    const result = await api.eventLog.handle(testPlanRunDecider, runId, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
