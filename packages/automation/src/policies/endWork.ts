import { isFinished, leaseIdOf, type TestRunId } from '@assay/contract';
import { testRunDecider, testRunnerDecider, workUnitDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { type Policy, policy, reactingTo } from '../policy.ts';
import { compareCopies } from '../scheduling/compareCopies.ts';
import { endings } from './endings.ts';

async function endUnits(event: RecordedEvent, { eventLog }: AutomationDeps, testRunId: TestRunId): Promise<void> {
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none') return;
  for (const [unit, { attempt, done }] of state.units) {
    if (done) continue;
    const leaseId = leaseIdOf(testRunId, unit, attempt);
    const { state: attemptState } = await eventLog.load(workUnitDecider, leaseId);
    if (attemptState.status !== 'claimed') continue;
    await eventLog.handle(
      workUnitDecider,
      leaseId,
      { type: 'loseWorkUnit', reason: 'runEnded' },
      reactingTo(event, 'endWork'),
    );
  }
}

async function end(event: RecordedEvent, deps: AutomationDeps, testRunId: TestRunId, canceled: boolean): Promise<void> {
  const { workQueue } = deps.operations;
  // Whether it was uploaded never changes, and an uploaded run has no work.
  const { state } = await deps.eventLog.load(testRunDecider, testRunId, { asOf: 0 });
  if (state.status !== 'none' && state.request.upload) return;
  // 1. Nothing more is handed out, and renewals say so. 2. Units under way are closed.
  await (canceled ? workQueue.cancelRun(testRunId) : workQueue.forgetRun(testRunId));
  await endUnits(event, deps, testRunId);
}

/** A claim may race with the end of its run: units it records afterwards are closed too. */
async function endLate(
  event: RecordedEvent<Extract<DomainEvent, { type: 'WorkUnitClaimed' | 'TestRunnerCreated' }>>,
  { eventLog }: AutomationDeps,
): Promise<void> {
  const context = reactingTo(event, 'endWork');
  if (event.type === 'WorkUnitClaimed') {
    const { testRunId, unit, attempt } = event.data;
    const leaseId = leaseIdOf(testRunId, unit, attempt);
    await eventLog.handle(workUnitDecider, leaseId, { type: 'loseWorkUnit', reason: 'runEnded' }, context);
  } else {
    const { testRunnerId } = event.data;
    await eventLog.handle(testRunnerDecider, testRunnerId, { type: 'exitTestRunner' }, context);
  }
}

/** Takes the work of an ended run back from the agents. */
export function endWork(): Policy {
  const runs = endings<TestRunId>(async (testRunId, { eventLog }) => {
    const { state } = await eventLog.load(testRunDecider, testRunId);
    return state.status !== 'none' && isFinished(state.status);
  });
  return policy({
    name: 'endWork',
    on: ['TestRunCanceled', 'TestRunFinished', 'WorkUnitClaimed', 'TestRunnerCreated'],
    react: async (event, deps) => {
      const { testRunId } = event.data;
      switch (event.type) {
        case 'WorkUnitClaimed':
        case 'TestRunnerCreated':
          if (await runs.isOver(testRunId, deps)) await endLate(event, deps);
          return;
        default: {
          runs.ended(testRunId);
          // A run that timed out has units in progress; after a tear-down the same cancel finds nothing.
          const canceled = event.type === 'TestRunCanceled' || event.data.code === 'testRun.timedOut';
          await end(event, deps, testRunId, canceled);
          // A run that tore down compared its copies before its verdict.
          if (canceled) await compareCopies(event, deps.eventLog, 'endWork');
          return;
        }
      }
    },
  });
}
