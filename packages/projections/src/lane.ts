import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@assay/contract';
import { type Batch, trailingCheckpoint } from '@assay/event-log';
import type { Logger } from 'pino';
import { type Notice, type Pace, projectedTopic } from './projection.ts';
import type { ProjectionStates } from './projectionStates.ts';
import { applyTo, type RevealPersonalData, type Target, touchedBy } from './target.ts';

/** The live read models of one pace: they go through the log together, a batch at a time. */
export type Lane = {
  readonly live: Map<string, Target>;
  /** How far it is; null while one of its read models has no position yet. */
  position(): Position | null;
  /** @param position where its read models were found; nothing before it is delivered */
  beginAt(position: Position | null): void;
  /** Runs work between two batches: a read model is switched while nothing writes to it. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Applies a batch, publishes what changed, and then how far it is. */
  take(batch: Batch): Promise<void>;
  /** Resolves when there is room in memory for another batch. Rejects with the error of a failed batch. */
  room(): Promise<void>;
  /** Resolves when nothing is under way and the checkpoint is written. No batch may be taken after that. */
  stop(): Promise<void>;
};

type LaneOptions = {
  pace: Pace;
  revealPersonalData: RevealPersonalData;
  states: ProjectionStates;
  publish: (notices: Notice[]) => Promise<void>;
  log: Pick<Logger, 'warn'>;
};

/**
 * Minimum time from the start of one batch to the start of the next. Under load, more events then share the cost of a
 * batch: a write of each document that they touch, and a round of notices to all listeners.
 */
const periodMs: Record<Pace, number> = { prompt: 25, trailing: 100 };

/** Limits on the batches in memory: the documents they touch, and their number. */
const maxHeld = { documents: 60_000, batches: 100 };

export function openLane({ pace, revealPersonalData, states, publish, log }: LaneOptions): Lane {
  const live = new Map<string, Target>();
  const checkpoint = trailingCheckpoint((reached) => states.writePosition([...live.keys()], reached), log);
  let position: Position | null = null;
  let failure: { reason: unknown } | null = null;
  let turn: Promise<void> = Promise.resolve();
  let waiting: Batch[] = [];
  /** Batches in memory, waiting or being applied. */
  const held = { documents: 0, batches: 0 };

  const inTurn: Lane['inTurn'] = (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Applies all waiting batches as one: what gathers behind a long batch costs one round of writes. */
  async function applyWaiting(): Promise<void> {
    // Nothing may be applied after a failed batch: a checkpoint beyond it would skip it for good.
    if (failure) throw failure.reason;
    const last = waiting.at(-1);
    // An earlier turn has applied it.
    if (!last) return;
    const batch: Batch = { events: waiting.flatMap(({ events }) => events), position: last.position };
    waiting = [];
    const began = performance.now();
    try {
      if (live.size > 0) await project(batch);
    } catch (reason) {
      failure = { reason };
      throw reason;
    }
    // Even without a live read model the position moves: a read model that is being built joins once it has passed it.
    position = batch.position;
    const rest = began + periodMs[pace] - performance.now();
    if (rest > 0) await delay(rest);
  }

  async function project(batch: Batch): Promise<void> {
    const targets = [...live.values()];
    const applyAll = async (some: readonly Target[]) =>
      (await Promise.all(some.map((one) => applyTo(one, batch.events, revealPersonalData)))).flat();
    const notices = await applyAll(targets.filter(({ projection }) => !projection.sumsUp));
    notices.push(...(await applyAll(targets.filter(({ projection }) => projection.sumsUp))));
    notices.push({ accountId: null, topic: projectedTopic, ids: [pace], position: batch.position });
    await publish(notices);
    await checkpoint.reached(batch.position);
  }

  return {
    live,
    position: () => position,
    beginAt: (begin) => {
      position = begin;
    },
    inTurn,
    take: async (batch) => {
      const documents = [...live.values()].reduce(
        (sum, { projection }) => sum + touchedBy(projection, batch.events),
        0,
      );
      waiting.push(batch);
      held.documents += documents;
      held.batches += 1;
      try {
        await inTurn(applyWaiting);
      } finally {
        held.documents -= documents;
        held.batches -= 1;
      }
    },
    room: async () => {
      while (held.documents > maxHeld.documents || held.batches > maxHeld.batches) {
        await turn;
        if (failure) throw failure.reason;
      }
    },
    stop: async () => {
      await turn;
      await checkpoint.stop();
    },
  };
}
