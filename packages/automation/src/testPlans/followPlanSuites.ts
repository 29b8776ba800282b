import { isFinished, mayBePlanSuiteRun } from '@assay/contract';
import { type TestPlanRunCommand, testPlanRunDecider, testRunDecider } from '@assay/domain';
import { accountOf, newId, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

type Followed = RecordedEvent & {
  type: 'TestRunStarted' | 'TestRunFinished' | 'TestRunCanceled' | 'TestRunStatusSet';
};

async function commandFor(event: Followed, { eventLog }: AutomationDeps): Promise<TestPlanRunCommand | null> {
  const { testRunId } = event.data;
  const startId = newId();
  if (event.type === 'TestRunStarted') return { type: 'findCommit', testRunId, commit: event.data.commit, startId };
  // A person who sets the verdict of a run cancels it first: what counts is what it has come to.
  const { status } = (await eventLog.load(testRunDecider, testRunId)).state;
  return status === 'none' || !isFinished(status) ? null : { type: 'endSuite', testRunId, status, startId };
}

async function follow(event: Followed, deps: AutomationDeps): Promise<void> {
  const { eventLog, readModels } = deps;
  const { testRunId } = event.data;
  if (!mayBePlanSuiteRun(testRunId)) return;
  await awaitReadModels(readModels, event);
  const testPlanRunId = await readModels.of(accountOf(event)).planRunOf(testRunId);
  const command = testPlanRunId && (await commandFor(event, deps));
  if (!command) return;
  await eventLog.handle(testPlanRunDecider, testPlanRunId, command, reactingTo(event, 'followPlanSuites'));
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
