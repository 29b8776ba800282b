import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@assay/contract';
import { type Batch, trailingCheckpoint } from '@assay/event-log';
import type { Logger } from 'pino';
import { type Notice, type Pace, projectedTopic } from './projection.ts';
import type { ProjectionStates } from './projectionStates.ts';
import { applyTo, type RevealPersonalData, type Target } from './target.ts';

/** The live read models of one pace: they go through the log together, one batch after the other. */
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

export function openLane({ pace, revealPersonalData, states, publish, log }: LaneOptions): Lane {
  const live = new Map<string, Target>();
  const checkpoint = trailingCheckpoint((reached) => states.writePosition([...live.keys()], reached), log);
  let position: Position | null = null;
  let turn: Promise<void> = Promise.resolve();

  const inTurn: Lane['inTurn'] = (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  async function apply(batch: Batch): Promise<void> {
    const began = performance.now();
    if (live.size > 0) await project(batch);
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
    take: (batch) => inTurn(() => apply(batch)),
    stop: async () => {
      await turn;
      await checkpoint.stop();
    },
  };
}
