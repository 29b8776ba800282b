import { type LeaseId, leaseIdOf, type TestRunnerId } from '@assay/contract';
import { testRunnerDecider, workUnitDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { type Policy, policy, reactingTo } from '../policy.ts';
import { endings } from './endings.ts';

/**
 * The unit's unfinished tests go to another runner; finished ones keep their results. The agent learns of it at its
 * next renewal.
 */
async function loseUnit(event: RecordedEvent, { eventLog, operations }: AutomationDeps, leaseId: LeaseId) {
  const { state } = await eventLog.load(workUnitDecider, leaseId);
  // Just claimed: the event of that claim triggers this policy again.
  if (state.status === 'none') return;
  const command = { type: 'loseWorkUnit', reason: 'runnerStopped' } as const;
  await eventLog.handle(workUnitDecider, leaseId, command, reactingTo(event, 'endRunner'));
  const { state: ended } = await eventLog.load(workUnitDecider, leaseId);
  if (ended.status === 'completed') await operations.workQueue.finishUnit(leaseId);
  else await operations.workQueue.loseUnit(leaseId);
}

async function stopWork(event: RecordedEvent & { type: 'TestRunnerExited' }, deps: AutomationDeps): Promise<void> {
  const { testRunId, testRunnerId, reason } = event.data;
  if (reason !== 'stopped' && reason !== 'replaced') return;
  const { workQueue, changeFeed } = deps.operations;
  const leases = await workQueue.stopRunner(testRunId, testRunnerId, { replaced: reason === 'replaced' });
  for (const leaseId of leases) await loseUnit(event, deps, leaseId);
  await changeFeed.publish([{ accountId: null, topic: 'work', ids: [], position: null }]);
}

/** A runner that staff stop or replace returns its work, including a claim made at the same moment. */
export function endRunner(): Policy {
  const stopped = endings<TestRunnerId>(async (runnerId, { eventLog }) => {
    const { state } = await eventLog.load(testRunnerDecider, runnerId);
    return state.status === 'exited' && state.reason !== 'runEnded';
  });
  return policy({
    name: 'endRunner',
    on: ['TestRunnerExited', 'WorkUnitClaimed'],
    react: async (event, deps) => {
      if (event.type === 'TestRunnerExited') {
        if (event.data.reason !== 'runEnded') stopped.ended(event.data.testRunnerId);
        await stopWork(event, deps);
        return;
      }
      const { testRunId, unit, attempt, runnerId } = event.data;
      if (await stopped.isOver(runnerId, deps)) await loseUnit(event, deps, leaseIdOf(testRunId, unit, attempt));
    },
  });
}
