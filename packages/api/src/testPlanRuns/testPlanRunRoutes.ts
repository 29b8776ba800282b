import { ownTestPlanRun, startTestPlanRun as start } from '@assay/application';
import { limits, type TestPlanRunId, testPlanRunCalls } from '@assay/contract';
import { DomainError, testPlanRunDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { requireRoomForRun } from '../quotas/requireRoom.ts';

const listTestPlanRuns = route(
  testPlanRunCalls.listTestPlanRuns,
  async ({ api, caller, params: { id: testPlanId }, query: { page = 1, limit = limits.pageOfTestPlanRuns } }) => {
    await api.owners.requireOwn(`testPlan-${testPlanId}`, caller.accountId, 'testPlan.notFound');
    return caller.models.testPlanRunPage({ testPlanId, page, limit });
  },
);

const startTestPlanRun = route(
  testPlanRunCalls.startTestPlanRun,
  async ({ api, caller, params: { id }, context, newId }) => {
    await requireRoomForRun(api, caller);
    const run = { testPlanRunId: newId<TestPlanRunId>(), triggerId: null };
    return commandAnswer(api.eventLog, await start(api, caller.accountId, id, run, context));
  },
);

const getTestPlanRun = route(testPlanRunCalls.getTestPlanRun, async ({ caller, params: { id, runId } }) => {
  const planRun = await caller.models.testPlanRun({ testPlanId: id, testPlanRunId: runId });
  if (!planRun) throw new DomainError('testPlanRun.notFound');
  return planRun;
});

const cancelTestPlanRun = route(
  testPlanRunCalls.cancelTestPlanRun,
  async ({ api, caller, params: { id, runId }, context, expectedRevision }) => {
    await ownTestPlanRun(api, caller.accountId, { testPlanId: id, testPlanRunId: runId });
    const command = { type: 'cancelTestPlanRun' as const };
    const result = await api.eventLog.handle(testPlanRunDecider, runId, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const rerunTestPlanRun = route(
  testPlanRunCalls.rerunTestPlanRun,
  async ({ api, caller, params: { id, runId }, body, context, expectedRevision, newId }) => {
    await ownTestPlanRun(api, caller.accountId, { testPlanId: id, testPlanRunId: runId });
    await requireRoomForRun(api, caller);
    const testPlanSuiteIds = body.testPlanSuiteIds ?? null;
    const command = { type: 'rerunSuites' as const, testPlanSuiteIds, startId: newId<string>() };
    const result = await api.eventLog.handle(testPlanRunDecider, runId, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

export const testPlanRunRoutes: readonly Route[] = [
  listTestPlanRuns,
  startTestPlanRun,
  getTestPlanRun,
  cancelTestPlanRun,
  rerunTestPlanRun,
];
