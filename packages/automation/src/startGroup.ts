import { backOffMs, type Position } from '@assay/contract';
import { type RecordedEvent, trailingCheckpoint } from '@assay/event-log';
import type { AutomationDeps } from './automationDeps.ts';
import { isPassing } from './passingFailure.ts';
import { pauseUnless } from './pauseUnless.ts';
import type { Policy } from './policy.ts';
import type { PolicyGroup } from './policyGroups.ts';

/** A reaction that fails for a reason of its own is tried this often. */
const maxAttempts = 5;
const retryMs = { first: 300, max: 5_000 };

/** One group at work. */
export type RunningGroup = {
  /** Resolves after `stop`, rejects when the group cannot go on. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Hands events to a group's policies, one after the other in the order of the log.
 * @param from handed over already
 * @param mayBegin awaited before the first reaction; false: this process does not get to react
 */
export function startGroup(
  { name: group, checkpoint: checkpointName, policies }: PolicyGroup,
  deps: AutomationDeps,
  from: Position | 'start',
  mayBegin: Promise<boolean>,
): RunningGroup {
  const { eventLog, operations, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const checkpoint = trailingCheckpoint((position) => operations.checkpoints.write(checkpointName, position), log);

  async function react(policy: Policy, event: RecordedEvent): Promise<void> {
    let ownFailures = 0;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await policy.react(event, deps);
      } catch (error) {
        if (!isPassing(error)) ownFailures += 1;
        if (ownFailures >= maxAttempts) throw error;
        const details = { err: error, group, policy: policy.name, event: event.type, attempt };
        log.warn(details, 'a reaction failed and is tried again');
        await pauseUnless(signal, backOffMs(attempt, retryMs));
      }
    }
  }

  const subscription = eventLog.subscribe({
    from,
    types: [...new Set(policies.flatMap(({ on }) => on))],
    onBatch: async ({ events, position }) => {
      if (!(await mayBegin)) return;
      for (const event of events) {
        for (const policy of policies) await react(policy, event);
      }
      // A reaction that was given up by `stop` comes again.
      if (signal.aborted) return;
      await checkpoint.reached(position);
    },
  });
  return {
    ended: subscription.ended,
    stop: async () => {
      stopping.abort();
      await subscription.stop();
      await checkpoint.stop();
    },
  };
}
