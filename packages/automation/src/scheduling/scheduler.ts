import type { EnvironmentId, Position } from '@assay/contract';
import { environmentDecider, testRunDecider } from '@assay/domain';
import type { AutomationDeps } from '../automationDeps.ts';
import { type Policy, policy, reactingTo } from '../policy.ts';
import { admitRuns } from './admitRuns.ts';

/**
 * Admits queued runs. It decides from the open runs, and first waits until they include the event that it reacts to and
 * what it admitted last time. What an earlier process admitted is included before any of this.
 */
export function scheduler(): Policy {
  let admitted: Position | null = null;

  async function admit(event: Parameters<Policy['react']>[0], { eventLog, openRuns }: AutomationDeps): Promise<void> {
    // Admitting from old knowledge could break a limit.
    await openRuns.upTo(admitted !== null && admitted > event.position ? admitted : event.position);
    const runs = openRuns.all();
    const queued = runs.filter((run) => run.queued);
    if (queued.length === 0) return;

    const limits = new Map<EnvironmentId, number>();
    for (const environmentId of new Set(queued.map((run) => run.environmentId))) {
      const { state } = await eventLog.load(environmentDecider, environmentId);
      limits.set(environmentId, state.status === 'active' ? state.maximumParallelTestRuns : 0);
    }
    const running = new Map<EnvironmentId, number>();
    for (const { queued: waits, environmentId } of runs) {
      if (!waits) running.set(environmentId, (running.get(environmentId) ?? 0) + 1);
    }
    for (const { testRunId, accountId } of admitRuns(queued, running, limits)) {
      const context = { ...reactingTo(event, 'scheduler'), accountId };
      const { position } = await eventLog.handle(testRunDecider, testRunId, { type: 'submitTestRun' }, context);
      if (position !== null) admitted = position;
    }
  }

  return policy({
    name: 'scheduler',
    on: ['TestRunCreated', 'TestRunFinished', 'TestRunCanceled', 'EnvironmentRunLimitChanged'],
    react: admit,
  });
}
