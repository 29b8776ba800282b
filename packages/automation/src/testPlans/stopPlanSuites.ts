import { isFinished } from '@assay/contract';
import { suiteStateOf, testPlanRunDecider, testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy, reactingTo } from '../policy.ts';

async function stop(
  event: RecordedEvent & { type: 'TestPlanRunCanceled' },
  { eventLog }: AutomationDeps,
): Promise<void> {
  const { state } = await eventLog.load(testPlanRunDecider, event.data.testPlanRunId);
  if (state.status === 'none') return;
  const context = reactingTo(event, 'stopPlanSuites');
  for (const { testPlanSuiteId } of state.stages.flatMap(({ suites }) => suites)) {
    const { progress, testRunId } = suiteStateOf(state, testPlanSuiteId);
    if (progress !== 'running' || testRunId === null) continue;
    const cancel = ({ status }: { status: Parameters<typeof isFinished>[0] | 'none' }) =>
      // One that is not started yet is not started at all.
      status === 'none' || isFinished(status) ? null : ({ type: 'setStatus', status: 'CANCELED' } as const);
    await eventLog.handle(testRunDecider, testRunId, cancel, context);
  }
}

/** Cancels what runs of a plan run that somebody has stopped. */
export const stopPlanSuites = policy({ name: 'stopPlanSuites', on: ['TestPlanRunCanceled'], react: stop });
