import { KeyedQueue } from '@assay/concurrency';
import type { Position } from '@assay/contract';
import { type RecordedEvent, trailingCheckpoint } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import { tracePlaceOf } from '@assay/telemetry';
import type { AutomationDeps } from './automationDeps.ts';
import type { Policy } from './policy.ts';
import type { PolicyGroup } from './policyGroups.ts';
import { retryUntilStopped } from './retryUntilStopped.ts';
import { eventToRetry, setAside, settle } from './setAsideReactions.ts';

/** Events in memory that a group is not done with. */
const openEvents = 5_000;

/**
 * Minimum time between two checkpoints of a group. The store tells every group how far it is while it skips events that
 * no policy handles, and each checkpoint costs a flush: they were most of what is written while results come in. After a
 * crash, a second's events are handed over again.
 */
const checkpointMs = 1_000;

/** One group at work. */
export type RunningGroup = {
  /** Resolves after `stop`, rejects when the group cannot go on. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/** @returns the types of the events that a group is sent. */
export function typesOf({ policies }: PolicyGroup): DomainEvent['type'][] {
  return [...new Set([...policies.flatMap(({ on }) => on), 'ReactionRetryRequested' as const])];
}

const reactionOf = (policy: Policy, event: RecordedEvent) => `${event.type} → ${policy.name}`;

/**
 * Hands events to a group's policies, one after the other in the order of the log; where accounts are apart, in this order
 * within each of them. A reaction that keeps failing by itself is set aside, which is recorded, and the group goes on with
 * the next event.
 * @param from handed over already
 * @param mayBegin awaited before the first reaction; false: this process does not get to react
 */
export function startGroup(
  group: PolicyGroup,
  deps: AutomationDeps,
  from: Position | 'start',
  mayBegin: Promise<boolean>,
): RunningGroup {
  const { eventLog, operations, log } = deps;
  const { policies } = group;
  const stopping = new AbortController();
  const { signal } = stopping;
  const checkpoint = trailingCheckpoint(
    (position) => operations.checkpoints.write(group.checkpoint, position),
    log,
    checkpointMs,
  );

  /** Events that a policy does not handle cost nothing worth a record. */
  async function measured(policy: Policy, event: RecordedEvent): Promise<void> {
    const { accountId, traceparent } = event.envelope;
    if (!policy.on.includes(event.type)) return policy.react(event, deps);
    const name = reactionOf(policy, event);
    const work = { type: 'MessageHandler' as const, name, accountId, traceparent: tracePlaceOf(traceparent) };
    await deps.recorder.measure(work, () => policy.react(event, deps));
  }

  async function react(policy: Policy, event: RecordedEvent): Promise<'done' | 'setAside' | 'stopped'> {
    const details = { group: group.name, policy: policy.name, event: event.type };
    const warn = (err: unknown, attempt: number) =>
      log.warn({ err, ...details, attempt }, 'a reaction failed and is tried again');
    try {
      return (await retryUntilStopped(() => measured(policy, event), signal, warn)) ? 'done' : 'stopped';
    } catch (error) {
      log.error({ err: error, ...details, eventId: event.id }, 'a reaction keeps failing and is set aside');
      const { accountId = null } = event.envelope;
      deps.recorder.reportError(error, {
        kind: 'reaction',
        name: reactionOf(policy, event),
        tags: { eventId: event.id, accountId },
      });
      const record = () => setAside(eventLog, group.name, policy, event, error);
      return (await retryUntilStopped(record, signal, warn)) ? 'setAside' : 'stopped';
    }
  }

  /** Every group sees every request; the one that has the policy handles it. */
  async function retry(request: RecordedEvent & { type: 'ReactionRetryRequested' }): Promise<void> {
    const { reactionId, policy: name } = request.data;
    const policy = policies.find((each) => each.name === name);
    if (!policy) return;
    const event = await eventToRetry(eventLog, reactionId);
    if (event === null || (await react(policy, event)) !== 'done') return;
    await settle(eventLog, reactionId, request, name);
  }

  async function handOver(event: RecordedEvent): Promise<void> {
    for (const policy of policies) await react(policy, event);
    if (event.type !== 'ReactionRetryRequested') return;
    const warn = (err: unknown) => log.warn({ err, group: group.name }, 'a retry failed');
    // It stays in the list, and can be requested again.
    await retryUntilStopped(() => retry(event), signal, warn).catch(warn);
  }

  const ownerOf = ({ envelope }: RecordedEvent) => (group.accountsApart && envelope.accountId) || 'all';
  const queue = new KeyedQueue(openEvents);
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  /** The batches so far are done with, and so is their checkpoint. */
  let passed: Promise<void> = Promise.resolve();

  const subscription = eventLog.subscribe({
    from,
    types: typesOf(group),
    onBatch: async ({ events, position }) => {
      if (!(await mayBegin)) return;
      const handedOver = Promise.all(events.map((event) => queue.run(ownerOf(event), () => handOver(event))));
      passed = Promise.all([passed, handedOver]).then(() => {
        // Events interrupted by `stop` come again.
        if (!signal.aborted) return checkpoint.reached(position);
      });
      passed.catch(fail);
      await Promise.race([group.accountsApart ? queue.room() : passed, failed]);
    },
  });
  return {
    ended: Promise.race([subscription.ended, failed]),
    stop: async () => {
      stopping.abort();
      await subscription.stop();
      await queue.idle();
      await checkpoint.stop();
    },
  };
}
