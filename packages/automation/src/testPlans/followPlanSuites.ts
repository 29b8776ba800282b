import { isFinished, isInconclusive, mayBePlanSuiteRun } from '@assay/contract';
import { type TestPlanRunCommand, type TestPlanRunState, testPlanRunDecider, testRunDecider } from '@assay/domain';
import { accountOf, newId, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { interrupts } from '../newHistory.ts';
import { policy, reactingTo } from '../policy.ts';

type Followed = RecordedEvent & {
  type: 'TestRunStarted' | 'TestRunFinished' | 'TestRunCanceled' | 'TestRunStatusSet';
};

async function commandFor(event: Followed, { eventLog }: AutomationDeps): Promise<TestPlanRunCommand | null> {
  const { testRunId } = event.data;
  const startId = newId();
  if (event.type === 'TestRunStarted') return { type: 'findCommit', testRunId, commit: event.data.commit, startId };
  // A person who sets the verdict of a run cancels it first: what counts is what it has come to.
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none' || !isFinished(state.status)) return null;
  // A run in which no test could pass is no evidence for what comes after it.
  const status = state.status === 'PASS' && isInconclusive(state.totals) ? 'FAIL' : state.status;
  return { type: 'endSuite', testRunId, status, startId };
}

async function follow(event: Followed, deps: AutomationDeps): Promise<void> {
  const { eventLog, readModels } = deps;
  const { testRunId } = event.data;
  if (!mayBePlanSuiteRun(testRunId)) return;
  await awaitReadModels(readModels, event);
  const testPlanRunId = await readModels.of(accountOf(event)).planRunOf(testRunId);
  if (testPlanRunId === null) return;
  const context = reactingTo(event, 'followPlanSuites');
  if (event.envelope.actor.id === interrupts) {
    // What a restore has interrupted is over: nothing of the time before starts after it.
    const stop = ({ status }: TestPlanRunState) =>
      status === 'Running' ? ({ type: 'cancelTestPlanRun' } as const) : null;
    await eventLog.handle(testPlanRunDecider, testPlanRunId, stop, context);
  }
  const command = await commandFor(event, deps);
  if (command) await eventLog.handle(testPlanRunDecider, testPlanRunId, command, context);
}

/**
 * Tells plan runs what became of their test runs: which commit of the branch they test, and how they ended. What comes
 * next is decided with it.
 */
export const followPlanSuites = policy({
  name: 'followPlanSuites',
  on: ['TestRunStarted', 'TestRunFinished', 'TestRunCanceled', 'TestRunStatusSet'],
  react: follow,
});
