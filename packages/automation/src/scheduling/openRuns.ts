import { inBatches } from '@assay/concurrency';
import type { Position, TestRunId } from '@assay/contract';
import { type Batch, type EventLog, type RecordedEvent, type Subscription, trailingCheckpoint } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { Operations } from '@assay/operations';
import type { Logger } from 'pino';
import { retryUntilStopped } from '../retryUntilStopped.ts';
import { type OpenRun, openRunAfter, openRunEvents } from './openRun.ts';

/** The runs that are open, followed in memory from the log itself, so that admitting runs waits for no read model. */
export type OpenRuns = {
  /** As far as they are known. */
  all(): OpenRun[];
  /** Resolves once everything is known that was in the log at the start; false: stopped before that. */
  readonly caughtUp: Promise<boolean>;
  /**
   * Resolves once everything up to the position is known, and everything that was in the log at the start.
   * @param position of one of {@link followedEvents}
   * @throws when stopped before that
   */
  upTo(position: Position): Promise<void>;
  /** Resolves after `stop`, rejects when it cannot go on. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

type OpenRunsDeps = {
  eventLog: Pick<EventLog, 'epoch' | 'read' | 'readToEnd' | 'subscribe'>;
  operations: Pick<Operations, 'openRunsCheckpoint'>;
  log: Pick<Logger, 'warn'>;
};

/** What may change the decision which runs go ahead. Settings change no run, but a reaction to them can be waited for. */
export const followedEvents: readonly DomainEvent['type'][] = [
  ...openRunEvents,
  'EnvironmentRunLimitChanged',
  'EnvironmentStageChanged',
  'PipelineStageRunnerPoolChanged',
];

/** A restart reads what is younger than that once more. */
const checkpointMs = 5_000;
/** Streams read at once. */
const readAtOnce = 16;

const notFollowed = () => new Error('the open runs are not followed any more');

type Waiter = { position: Position; resolve: () => void; reject: (reason: unknown) => void };

/** Follows the open runs, from the last checkpoint in this history or else from the beginning of the log. */
export function followOpenRuns({ eventLog, operations, log }: OpenRunsDeps): OpenRuns {
  const runs = new Map<TestRunId, OpenRun>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let waiters: Waiter[] = [];
  let reached: Position | null = null;
  let subscription: Subscription | null = null;
  let over = false;

  const checkpoint = trailingCheckpoint(
    (position) => operations.openRunsCheckpoint.write({ position, testRunIds: [...runs.keys()] }),
    log,
    checkpointMs,
  );

  function apply(event: RecordedEvent): void {
    if (!('testRunId' in event.data) || event.data.testRunId === null) return;
    const { testRunId } = event.data;
    const run = openRunAfter(runs.get(testRunId) ?? null, event);
    if (run) runs.set(testRunId, run);
    else runs.delete(testRunId);
  }

  function take({ events, position }: Batch): void {
    events.forEach(apply);
    reached = position;
    const isThere = (waiter: Waiter) => waiter.position <= position;
    for (const { resolve } of waiters.filter(isThere)) resolve();
    waiters = waiters.filter((waiter) => !isThere(waiter));
    // Without it a restart reads more.
    checkpoint.reached(position).catch((err) => log.warn({ err }, 'where the open runs are could not be written down'));
  }

  async function applyStream(testRunId: TestRunId): Promise<void> {
    for await (const event of eventLog.read(`testRun-${testRunId}`)) apply(event);
  }

  /** The streams of runs may tell more than was known at the checkpoint; what follows it then changes nothing. */
  async function goOnFromCheckpoint(): Promise<void> {
    const at = await operations.openRunsCheckpoint.read();
    if (!at?.position.startsWith(`${eventLog.epoch}-`)) return;
    await inBatches(at.testRunIds, readAtOnce, async (testRunId) => {
      if (!signal.aborted) await applyStream(testRunId);
    });
    reached = at.position as Position;
  }

  async function catchUp(): Promise<void> {
    runs.clear();
    reached = null;
    await goOnFromCheckpoint();
    for await (const batch of eventLog.readToEnd(reached ?? 'start', followedEvents)) {
      if (signal.aborted) return;
      take(batch);
    }
    if (signal.aborted) return;
    subscription = eventLog.subscribe({
      from: reached ?? 'start',
      types: followedEvents,
      onBatch: async (batch) => take(batch),
    });
  }

  const caughtUp = retryUntilStopped(catchUp, signal, (err) =>
    log.warn({ err }, 'the open runs cannot be read yet'),
  ).then(() => subscription !== null);
  const ended = caughtUp
    .then(() => subscription?.ended)
    .finally(() => {
      over = true;
      for (const { reject } of waiters) reject(notFollowed());
      waiters = [];
    });
  ended.catch(() => undefined);

  return {
    all: () => [...runs.values()],
    caughtUp,
    upTo: async (position) => {
      await caughtUp;
      if (reached !== null && reached >= position) return;
      if (over) throw notFollowed();
      await new Promise<void>((resolve, reject) => {
        waiters.push({ position, resolve, reject });
      });
    },
    ended,
    stop: async () => {
      stopping.abort();
      await caughtUp.catch(() => undefined);
      await subscription?.stop();
      await checkpoint.stop();
    },
  };
}
