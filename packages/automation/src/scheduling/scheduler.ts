import type { EnvironmentId, Position } from '@assay/contract';
import { environmentDecider, testRunDecider } from '@assay/domain';
import type { AutomationDeps } from '../automationDeps.ts';
import { accountOf, type Policy, policy, reactingTo } from '../policy.ts';
import { admitRuns } from './admitRuns.ts';

/** How long the read models may take to show what the scheduler decides from. */
const waitMs = 10_000;

/**
 * Lets queued runs go ahead. It decides from the list of unfinished runs, so it waits until that shows the event it
 * reacts to, and what it admitted the last time.
 */
export function scheduler(): Policy {
  let newest: Position | null = null;

  async function admit(event: Parameters<Policy['react']>[0], deps: AutomationDeps): Promise<void> {
    const { eventLog, readModels, log } = deps;
    // What the process before this one admitted is in the log, and perhaps not in the list yet.
    newest ??= (await eventLog.head())?.position ?? null;
    const seen: Position = newest !== null && newest > event.position ? newest : event.position;
    if (!(await readModels.waitFor(seen, waitMs))) {
      // Admitting from an old list could break a limit; the run's next event brings us back here.
      log.warn({ position: seen }, 'the read models are behind; nothing is admitted');
      throw new Error('the read models are behind');
    }
    const runs = await readModels.unfinishedRuns();
    const queued = runs.filter(({ status }) => status === 'QUEUED');
    if (queued.length === 0) return;

    const limits = new Map<EnvironmentId, number>();
    for (const environmentId of new Set(queued.map((run) => run.environmentId))) {
      const { state } = await eventLog.load(environmentDecider, environmentId);
      limits.set(environmentId, state.status === 'active' ? state.maximumParallelTestRuns : 0);
    }
    const running = new Map<EnvironmentId, number>();
    for (const { status, environmentId } of runs) {
      if (status !== 'QUEUED') running.set(environmentId, (running.get(environmentId) ?? 0) + 1);
    }
    const waiting = queued.map(({ testRunId, environmentId, createdAt, request }) => ({
      ...{ testRunId, environmentId, createdAt, priority: request.priority },
    }));
    const accountOfRun = new Map(queued.map(({ testRunId, accountId }) => [testRunId, accountId]));
    for (const testRunId of admitRuns(waiting, running, limits)) {
      const context = { ...reactingTo(event, 'scheduler'), accountId: accountOfRun.get(testRunId) ?? accountOf(event) };
      const { position } = await eventLog.handle(testRunDecider, testRunId, { type: 'submitTestRun' }, context);
      if (position !== null) newest = position;
    }
  }

  return policy({
    name: 'scheduler',
    on: ['TestRunCreated', 'TestRunFinished', 'TestRunCanceled', 'EnvironmentRunLimitChanged'],
    react: admit,
  });
}
