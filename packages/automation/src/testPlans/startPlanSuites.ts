import { runStartProblem, startPlanSuite } from '@assay/application';
import { type StartedPlanRun, testPlanRunDecider, testRunDecider } from '@assay/domain';
import { type AppendContext, accountOf, newId, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy, reactingTo } from '../policy.ts';

type Started = RecordedEvent & { type: 'TestPlanRunSuiteStarted' };

async function planRunOf({ eventLog }: AutomationDeps, { data }: Started): Promise<StartedPlanRun> {
  const { state } = await eventLog.load(testPlanRunDecider, data.testPlanRunId);
  if (state.status === 'none') throw new TypeError(`${data.testPlanRunId} has started a suite and does not exist`);
  return state;
}

async function start(event: Started, deps: AutomationDeps): Promise<void> {
  const { eventLog } = deps;
  const { testPlanRunId, testPlanSuiteId, testRunId, ref } = event.data;
  const context = reactingTo(event, 'startPlanSuites');
  const tell = (command: Parameters<typeof testPlanRunDecider.decide>[0]) =>
    eventLog.handle(testPlanRunDecider, testPlanRunId, command, context);
  const planRun = await planRunOf(deps, event);
  const { state: testRun } = await eventLog.load(testRunDecider, testRunId);
  if (planRun.status === 'Canceled' && testRun.status === 'none') {
    await tell({ type: 'endSuite', testRunId, status: 'CANCELED', startId: newId() });
    return;
  }
  const suite = planRun.stages.flatMap(({ suites }) => suites).find((each) => each.testPlanSuiteId === testPlanSuiteId);
  if (!suite) return;
  const actor = { kind: 'automation' as const, id: `testPlanRun-${testPlanRunId}` };
  const message =
    (testRun.status === 'none' ? (await runStartProblem(deps, accountOf(event)))?.message : null) ??
    (await startPlanSuite(deps, accountOf(event), suite, { testRunId, ref }, { ...context, actor }));
  if (message !== null) {
    await tell({ type: 'refuseSuite', testPlanSuiteId, testRunId, message, startId: newId() });
    return;
  }
  await stopIfCanceled(event, deps, context);
}

/** Somebody may have stopped the plan run while the test run was being started, and have found nothing to cancel. */
async function stopIfCanceled(event: Started, deps: AutomationDeps, context: AppendContext): Promise<void> {
  const { status } = await planRunOf(deps, event);
  if (status !== 'Canceled') return;
  const command = { type: 'setStatus', status: 'CANCELED' } as const;
  await deps.eventLog.handle(testRunDecider, event.data.testRunId, command, context);
}

/** Starts the test run of each suite whose turn has come in a plan run, each once, under the id that was decided for it. */
export const startPlanSuites = policy({ name: 'startPlanSuites', on: ['TestPlanRunSuiteStarted'], react: start });
