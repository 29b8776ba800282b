import type { EnvironmentId, Position } from '@assay/contract';
import { environmentDecider, testRunDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { type Policy, policy, reactingTo } from '../policy.ts';
import { admitRuns } from './admitRuns.ts';

/**
 * Admits queued runs. It decides from the list of unfinished runs, so it first waits until that list shows the event it
 * reacts to and what it admitted last time.
 */
export function scheduler(): Policy {
  let newest: Position | null = null;

  async function admit(event: Parameters<Policy['react']>[0], deps: AutomationDeps): Promise<void> {
    const { eventLog, readModels } = deps;
    // What an earlier process admitted is in the log, but may not be in the list yet.
    newest ??= (await eventLog.head())?.position ?? null;
    const seen: Position = newest !== null && newest > event.position ? newest : event.position;
    // Admitting from an old list could break a limit.
    await awaitReadModels(readModels, seen);
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
    const waiting = queued.map(({ testRunId, environmentId, createdAt, request: { priority } }) => ({
      testRunId,
      environmentId,
      createdAt,
      priority,
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
