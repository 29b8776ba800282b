import { mayBePlanSuiteRun } from '@assay/contract';
import { type TestPlanRunCommand, testPlanRunDecider } from '@assay/domain';
import { accountOf, newId, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

type Followed = RecordedEvent & {
  type: 'TestRunStarted' | 'TestRunFinished' | 'TestRunCanceled' | 'TestRunStatusSet';
};

function commandOf({ type, data }: Followed): TestPlanRunCommand {
  const { testRunId } = data;
  const startId = newId();
  switch (type) {
    case 'TestRunStarted':
      return { type: 'findCommit', testRunId, commit: data.commit, startId };
    case 'TestRunFinished':
      return { type: 'endSuite', testRunId, status: data.status, startId };
    case 'TestRunCanceled':
      return { type: 'endSuite', testRunId, status: 'CANCELED', startId };
    case 'TestRunStatusSet':
      return { type: 'endSuite', testRunId, status: data.to, startId };
  }
}

async function follow(event: Followed, { eventLog, readModels }: AutomationDeps): Promise<void> {
  const { testRunId } = event.data;
  if (!mayBePlanSuiteRun(testRunId)) return;
  await awaitReadModels(readModels, event);
  const testPlanRunId = await readModels.of(accountOf(event)).planRunOf(testRunId);
  if (testPlanRunId === null) return;
  const context = reactingTo(event, 'followPlanSuites');
  await eventLog.handle(testPlanRunDecider, testPlanRunId, commandOf(event), context);
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
