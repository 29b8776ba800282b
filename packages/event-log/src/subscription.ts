import { BackOff } from '@assay/concurrency';
import type { Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import {
  type AllStreamSubscription,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
} from '@eventstore/db-client';
import type { RecordedEvent } from './envelope.ts';
import type { EventCodec } from './eventCodec.ts';
import { openGathered } from './gatheredEvents.ts';
import { positionOf, startOf } from './position.ts';
import { readEvents } from './readEvents.ts';

export type Batch = {
  events: RecordedEvent[];
  /** Everything up to here has been delivered or filtered out. */
  position: Position;
};

export type SubscriptionOptions = {
  /** Delivered already; `start` for everything, `end` for what comes from now on. */
  from: Position | 'start' | 'end';
  /** The store sends only events of these types; by default all but the server's own. */
  types?: readonly DomainEvent['type'][];
  /** Called with one batch at a time, in order. What it throws ends the subscription and reaches `ended`. */
  onBatch: (batch: Batch) => Promise<void>;
  /** The connection to the store was lost, or is back. */
  onConnection?: (connected: boolean) => void;
  /** Largest batch; smaller ones come as soon as the consumer is free. */
  batchSize?: number;
  /** What an event counts for in a batch, 1 by default. An event that is larger than a batch comes alone. */
  sizeOf?: (event: RecordedEvent) => number;
};

export type Subscription = {
  stop(): Promise<void>;
  /** Resolves after `stop`, rejects with what `onBatch` threw. */
  readonly ended: Promise<void>;
};

const checkpointInterval = 10;
const reconnectMs = { first: 100, max: 5_000 };

/** Which events the store sends. It also reports its position while it skips events. */
function filterOf(types: SubscriptionOptions['types'], reached: (commit: bigint) => void): Filter {
  const options = {
    checkpointInterval,
    checkpointReached: (_: AllStreamSubscription, { commit }: { commit: bigint }) => reached(commit),
  };
  if (types === undefined) return excludeSystemEvents(options);
  return eventTypeFilter({ ...options, regex: `^(${types.join('|')})$` });
}

/** Where the log ends now. Read once: after a lost connection the subscription must go on from there. */
async function endOf(client: EventStoreDBClient, epoch: string): Promise<Position | 'start'> {
  const newest = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  let end: Position | 'start' = 'start';
  for await (const { event } of readEvents(newest)) if (event) end = positionOf(epoch, event.position.commit);
  return end;
}

/**
 * A loop: wait for events, deliver those that have gathered, repeat. While the consumer works, events gather for the next
 * batch; when there are too many, the stream is paused, and the store waits.
 */
export function subscribeToLog(
  { client, epoch, codec }: { client: EventStoreDBClient; epoch: string; codec: EventCodec },
  options: SubscriptionOptions,
): Subscription {
  const { onBatch, onConnection, batchSize = 500, sizeOf = () => 1 } = options;
  const maxGathered = batchSize * 4;
  let from = options.from;
  const stopping = new AbortController();
  let current: AllStreamSubscription | null = null;
  let wake: () => void = () => undefined;

  async function follow(start: Position | 'start'): Promise<void> {
    const gathered = openGathered(batchSize, sizeOf);
    const inbox: { reached: Position | null; failure: unknown; closed: boolean } = {
      reached: null,
      failure: null,
      closed: false,
    };
    const subscription = client.subscribeToAll({
      fromPosition: startOf(epoch, start),
      filter: filterOf(options.types, (commit) => {
        inbox.reached = positionOf(epoch, commit);
        wake();
      }),
    });
    current = subscription;
    subscription.on('confirmation', () => onConnection?.(true));
    subscription.on('data', ({ event }) => {
      // Nothing after an unreadable event is delivered: a checkpoint beyond it would skip it for good.
      if (!event || inbox.failure !== null) return;
      try {
        gathered.add(codec.decode(event, positionOf(epoch, event.position.commit)));
      } catch (error) {
        inbox.failure = error;
      }
      if (gathered.size() >= maxGathered) subscription.pause();
      wake();
    });
    subscription.on('error', (error) => {
      if (!stopping.signal.aborted) onConnection?.(false);
      inbox.closed = true;
      wake();
      return error;
    });
    const onEnd = () => {
      inbox.closed = true;
      wake();
    };
    subscription.on('end', onEnd);
    subscription.on('close', onEnd);

    // A checkpoint covers what the client has read; some of it may still be in its buffer.
    const checkpointHolds = () => inbox.reached !== null && inbox.failure === null && subscription.readableLength === 0;
    const hasSomething = () =>
      gathered.size() > 0 || checkpointHolds() || inbox.closed || inbox.failure !== null || stopping.signal.aborted;

    try {
      for (;;) {
        if (!hasSomething()) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (stopping.signal.aborted) return;
        const events = gathered.takeBatch();
        const last = events.at(-1)?.position;
        const checkpoint = gathered.size() === 0 && checkpointHolds() ? inbox.reached : null;
        if (checkpoint !== null) inbox.reached = null;
        const position = checkpoint !== null && (last === undefined || checkpoint > last) ? checkpoint : last;
        if (position !== undefined) {
          await onBatch({ events, position });
          from = position;
        }
        if (inbox.failure !== null && gathered.size() === 0) throw inbox.failure;
        if (subscription.isPaused() && gathered.size() < batchSize) subscription.resume();
        if (inbox.closed && gathered.size() === 0) return;
      }
    } finally {
      current = null;
      await subscription.unsubscribe().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    const backOff = new BackOff(reconnectMs);
    while (!stopping.signal.aborted) {
      const before = from;
      try {
        if (from === 'end') from = await endOf(client, epoch);
      } catch {
        // The store does not answer; the end of its log is read again after a while.
        onConnection?.(false);
      }
      if (stopping.signal.aborted) return;
      if (from !== 'end') await follow(from);
      if (stopping.signal.aborted) return;
      // Something arrived meanwhile: the store is well, so the waits are short again.
      if (before !== from) backOff.reset();
      await backOff.wait(stopping.signal);
    }
  }

  const ended = run();
  // The caller may look at `ended` later; a failure before that must not count as unhandled.
  ended.catch(() => undefined);
  return {
    ended,
    stop: async () => {
      stopping.abort();
      wake();
      await current?.unsubscribe().catch(() => undefined);
      await ended.catch(() => undefined);
    },
  };
}
