import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs, type Position } from '@assay/contract';
import { type RecordedEvent, trailingCheckpoint } from '@assay/event-log';
import type { AutomationDeps } from './automationDeps.ts';
import { endInterruptedRuns, enterHistory } from './newHistory.ts';
import { countUnits } from './policies/countUnits.ts';
import { emptyStage } from './policies/emptyStage.ts';
import { endRunner } from './policies/endRunner.ts';
import { endWork } from './policies/endWork.ts';
import { leavePools } from './policies/leavePools.ts';
import { moveRuns } from './policies/moveRuns.ts';
import { offerWork } from './policies/offerWork.ts';
import { planRun } from './policies/planRun.ts';
import { quarantineFlaky } from './policies/quarantineFlaky.ts';
import { supersedeRuns } from './policies/supersedeRuns.ts';
import type { Policy } from './policy.ts';
import { scheduler } from './scheduling/scheduler.ts';
import { endCutOffUploads } from './sweeps/endCutOffUploads.ts';
import { expireLeases } from './sweeps/expireLeases.ts';
import { missSilentAgents } from './sweeps/missSilentAgents.ts';
import { runSweep } from './sweeps/sweep.ts';
import { timeOutRuns } from './sweeps/timeOutRuns.ts';

const checkpointName = 'automation';
/** A reaction that fails for a passing reason is tried this often before the process gives up and is restarted. */
const attempts = 5;
const retryMs = { first: 300, max: 3_000 };

export type Automation = {
  /** Resolves after `stop`, rejects when a reaction keeps failing. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/** In the order in which they react to one event. */
export function policies(): Policy[] {
  return [
    supersedeRuns,
    scheduler(),
    offerWork,
    planRun,
    countUnits,
    endWork(),
    endRunner(),
    quarantineFlaky,
    emptyStage,
    leavePools,
    moveRuns,
  ];
}

async function reactWithRetries(policy: Policy, event: RecordedEvent, deps: AutomationDeps): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await policy.react(event, deps);
    } catch (error) {
      if (attempt >= attempts) throw error;
      deps.log.warn(
        { err: error, policy: policy.name, event: event.type, attempt },
        'a reaction failed and is tried again',
      );
      await sleep(backOffMs(attempt, retryMs));
    }
  }
}

/**
 * Runs every policy and sweep. Only one process may do so at a time: the caller holds the lease. Events come from the
 * checkpoint on; a log of another history is not reacted to again, but from its end.
 */
export async function startAutomation(deps: AutomationDeps): Promise<Automation> {
  const { eventLog, operations } = deps;
  const all = policies();
  const stored = (await operations.checkpoints.read(checkpointName)) as Position | null;
  let from: Position | 'start' = stored ?? 'start';
  if (stored !== null && !stored.startsWith(`${eventLog.epoch}-`)) {
    from = await enterHistory(deps);
    if (from !== 'start') await operations.checkpoints.write(checkpointName, from);
  }
  let stopping = false;
  const checkpoint = trailingCheckpoint((position) => operations.checkpoints.write(checkpointName, position), deps.log);
  const interrupted = endInterruptedRuns(deps, () => stopping);
  const subscription = eventLog.subscribe({
    from,
    types: [...new Set(all.flatMap(({ on }) => on))],
    onBatch: async ({ events, position }) => {
      // Before, the scheduler would let runs go ahead that are about to be canceled.
      if (!(await interrupted)) return;
      for (const event of events) {
        for (const policy of all) await reactWithRetries(policy, event, deps);
      }
      await checkpoint.reached(position);
    },
  });
  // A failure ends the process by way of `ended`, and the next one goes on with what is left.
  const ended = Promise.race([subscription.ended, interrupted.then(() => subscription.ended)]);
  ended.catch(() => undefined);
  const sweeps = [expireLeases, timeOutRuns, missSilentAgents, endCutOffUploads].map((sweep) => runSweep(sweep, deps));
  return {
    ended,
    stop: async () => {
      stopping = true;
      await Promise.all([subscription.stop(), interrupted.catch(() => undefined), ...sweeps.map((stop) => stop())]);
      await checkpoint.stop();
    },
  };
}
