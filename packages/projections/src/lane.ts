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
  /** How far it is; null where one of its read models has not come anywhere yet. */
  position(): Position | null;
  /** @param position where its read models were found: nothing before it comes again */
  beginAt(position: Position | null): void;
  /** Runs work between two batches, so that a read model is switched while nobody writes. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Applies a batch, tells what changed, and then how far it is. */
  take(batch: Batch): Promise<void>;
  /** Resolves when no more wait than may be in memory. Rejects with what made a batch fail. */
  room(): Promise<void>;
  /** Resolves when nothing is under way, and how far it is stands written. Nothing is taken after that. */
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
 * A batch begins at the earliest so long after the one before it. While events follow each other closely, more of them
 * share what each batch costs: a change of each document that they touch, a round of notices and all that hear of it.
 */
const periodMs: Record<Pace, number> = { prompt: 25, trailing: 100 };

/** Of batches that are in memory: the documents they touch, and how many there are. */
const maxHeld = { documents: 60_000, batches: 100 };

export function openLane({ pace, revealPersonalData, states, publish, log }: LaneOptions): Lane {
  const live = new Map<string, Target>();
  const checkpoint = trailingCheckpoint((reached) => states.writePosition([...live.keys()], reached), log);
  let position: Position | null = null;
  let failure: { reason: unknown } | null = null;
  let turn: Promise<void> = Promise.resolve();
  let waiting: Batch[] = [];
  /** Of batches that are in memory, waiting or being applied. */
  const held = { documents: 0, batches: 0 };

  const inTurn: Lane['inTurn'] = (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Applies what waits as one batch: what has gathered behind a long one costs one round of writes. */
  async function applyWaiting(): Promise<void> {
    // What follows a batch that failed may not be applied: a checkpoint behind it would leave it out for good.
    if (failure) throw failure.reason;
    const last = waiting.at(-1);
    // A turn before this one has taken it along.
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
    // Without a read model there is nobody to tell of; one that is built must pass this all the same before it joins.
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
