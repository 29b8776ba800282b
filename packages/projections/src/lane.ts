import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@assay/contract';
import { type Batch, type EventLog, type RecordedEvent, trailingCheckpoint } from '@assay/event-log';
import { type Recorder, tracePlaceOf } from '@assay/telemetry';
import type { Logger } from 'pino';
import { openBacklogs } from './backlogs.ts';
import { progressNotice, reachedFor } from './progress.ts';
import type { Notice, ProjectionTier } from './projection.ts';
import type { ProjectionStates } from './projectionStates.ts';
import { divideBatch } from './shares.ts';
import { applyTo, type RevealPersonalData, type Target } from './target.ts';

/**
 * The live read models of one tier: they go through the log together, one batch after the other. An account that has
 * more in a batch than its share gets the rest in turns of its own. The others need not wait for these: no document
 * belongs to two accounts, and those across accounts are written by the front alone.
 */
export type Lane = {
  readonly live: Map<string, Target>;
  /** How far it is for every account; null while one of its read models has no position yet. */
  position(): Position | null;
  /** How far it has come in the log, ahead of accounts that wait for their turns. */
  front(): Position | null;
  /** @param position where its read models were found; nothing before it is delivered */
  beginAt(position: Position | null): void;
  /** Runs work between two batches and two turns: a read model is switched while nothing writes to it. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Applies a batch, publishes what changed, and then how far it is. */
  take(batch: Batch): Promise<void>;
  /** Resolves when nothing is under way and the checkpoint is written. No batch may be taken after that. */
  stop(): Promise<void>;
};

type LaneOptions = {
  tier: ProjectionTier;
  /** What an account gets of a batch, in small events. */
  share: number;
  /** What of an account's backlog is kept in memory, in small events. */
  kept: number;
  /** The same in characters of JSON. */
  keptLength: number;
  subscribe: EventLog['subscribe'];
  revealPersonalData: RevealPersonalData;
  states: ProjectionStates;
  publish: (notices: Notice[]) => Promise<void>;
  /** Called when turns of an account end with an error. */
  fail: (error: unknown) => void;
  log: Pick<Logger, 'warn'>;
  /** Null: batches are not measured. */
  recorder: Recorder | null;
};

/** Traces of a batch that go on. */
const mostTraces = 50;

function tracesOf(events: readonly RecordedEvent[]): string[] {
  const traces = new Set<string>();
  for (const { envelope } of events) {
    const place = tracePlaceOf(envelope.traceparent);
    if (place !== undefined && traces.size < mostTraces) traces.add(place);
  }
  return [...traces];
}

/**
 * Minimum time from the start of one batch to the start of the next. Under load, more events then share the cost of a
 * batch: a write of each document that they touch, and a round of notices to all listeners.
 */
const periodMs: Record<ProjectionTier, number> = { prompt: 25, trailing: 100 };
/** Minimum time between two checkpoints: each writes the state of every read model of the lane. */
const checkpointMs = 400;

export function openLane({
  tier,
  share,
  kept,
  keptLength,
  subscribe,
  revealPersonalData,
  states,
  publish,
  fail,
  log,
  recorder,
}: LaneOptions): Lane {
  const live = new Map<string, Target>();
  const checkpoint = trailingCheckpoint(
    (reached) => states.writePosition([...live.keys()], reached),
    log,
    checkpointMs,
  );
  let front: Position | null = null;
  let handedOut: Position | null = null;
  let telling: Promise<void> | null = null;
  let isToldOf = true;

  /** When the last turn ends of those that write at the front, and of those that write for backlogs. */
  const ended = { front: Promise.resolve(), backlogs: Promise.resolve() };

  /** One turn after the other of each kind; a turn of both kinds runs alone. */
  function inTurnOf(kinds: readonly (keyof typeof ended)[], work: () => Promise<void>): Promise<void> {
    const done = Promise.all(kinds.map((kind) => ended[kind])).then(work);
    for (const kind of kinds) ended[kind] = done.catch(() => undefined);
    return done;
  }

  const inTurn: Lane['inTurn'] = (work) => inTurnOf(['front', 'backlogs'], work);

  /** @param events what the read models of accounts get @param ofAll what those across accounts get */
  async function project(events: readonly RecordedEvent[], ofAll: readonly RecordedEvent[]): Promise<Notice[]> {
    const targets = [...live.values()];
    const applyAll = async (some: readonly Target[]) => {
      const eventsFor = ({ projection }: Target) => (projection.acrossAccounts ? ofAll : events);
      return (await Promise.all(some.map((one) => applyTo(one, eventsFor(one), revealPersonalData)))).flat();
    };
    const notices = await applyAll(targets.filter(({ projection }) => !projection.sumsUp));
    notices.push(...(await applyAll(targets.filter(({ projection }) => projection.sumsUp))));
    return notices;
  }

  async function tell(notices: readonly Notice[]): Promise<void> {
    if (front === null || live.size === 0) return;
    const progress = { front, behind: backlogs.behind };
    await publish([...notices, progressNotice(tier, progress)]);
    await checkpoint.reached(reachedFor('all', progress));
  }

  /** Many batches may pass while one notice is on its way, where all they tell of waits: the next one tells of them. */
  function tellProgress(): void {
    isToldOf = false;
    telling ??= tellUntilNothingIsNew();
  }

  async function tellUntilNothingIsNew(): Promise<void> {
    try {
      while (!isToldOf) {
        isToldOf = true;
        await tell([]);
      }
    } catch (error) {
      fail(error);
    } finally {
      telling = null;
    }
  }

  const backlogs = openBacklogs({
    subscribe,
    share,
    kept,
    keptLength,
    handedOut: () => handedOut,
    inTurn: (work) => inTurnOf(['backlogs'], work),
    project: (events) => project(events, []),
    tell,
    fail,
  });

  async function apply({ events, position }: Batch): Promise<void> {
    const { granted, exceeded, waiting } = divideBatch(events, share, (accountId) => backlogs.behind.has(accountId));
    // Before anything is awaited: a backlog that comes to its end meanwhile would miss them.
    handedOut = position;
    for (const [accountId, more] of waiting) if (!exceeded.has(accountId)) backlogs.add(accountId, null, more);
    const startTime = new Date();
    const notices = await project(granted, events);
    const traceparents = tracesOf(events);
    recorder?.noteTraces(`Projector.${tier}`, traceparents, startTime);
    const [first] = notices;
    if (first && traceparents.length > 0) notices[0] = { ...first, traceparents };
    // Even without a live read model the position moves: a read model that is being built joins once it has passed it.
    front = position;
    for (const [accountId, from] of exceeded) backlogs.add(accountId, from, waiting.get(accountId) ?? []);
    if (notices.length > 0) await tell(notices);
    else tellProgress();
  }

  return {
    live,
    position: () => (front === null ? null : reachedFor('all', { front, behind: backlogs.behind })),
    front: () => front,
    beginAt: (position) => {
      front = position;
      handedOut = position;
    },
    inTurn,
    take: async (batch) => {
      const began = performance.now();
      const work = () => inTurnOf(['front'], () => apply(batch));
      // A batch without events only moves the checkpoint.
      if (recorder && batch.events.length > 0)
        await recorder.measure({ type: 'Background', name: `Projector.${tier}` }, work);
      else await work();
      const rest = began + periodMs[tier] - performance.now();
      if (rest > 0) await delay(rest);
    },
    stop: async () => {
      await backlogs.stop();
      await inTurn(async () => undefined);
      await telling;
      await checkpoint.stop();
    },
  };
}
