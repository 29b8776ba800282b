import type { Position } from '@assay/contract';
import type { EventLog, Subscription } from '@assay/event-log';
import type { Recorder } from '@assay/telemetry';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { eventSize } from './eventSize.ts';
import { type Lane, openLane } from './lane.ts';
import { type Notice, type ProjectionTier, rebuiltTopic } from './projection.ts';
import { type AnyProjection, projectionList } from './projectionList.ts';
import { openProjectionStates, type ProjectionState } from './projectionStates.ts';
import { applyTo, openTarget } from './target.ts';

export type ProjectorOptions = {
  eventLog: EventLog;
  /** The read models' own database. */
  db: Db;
  /** Publishes what changed. Called before the checkpoint is written: a crash repeats notices but loses none. */
  publish: (notices: Notice[]) => Promise<void>;
  /** Makes the collection names of this rebuild differ from those of earlier ones. */
  generation: () => string;
  /** What an account gets of a batch before the others go on, in small events; 2,000 by default. */
  share?: number;
  /** What is kept in memory of an account that waits for its turns, in small events; 40 shares by default. */
  kept?: number;
  /** How long a replaced collection stays for readers whose notice is still on its way, in milliseconds; 10 seconds by default. */
  retiredMs?: number;
  log: Logger;
  /** Measures batches; without it, they are not. */
  recorder?: Recorder;
};

export type Projector = {
  /** Resolves when `stop` was called, rejects when it cannot go on: another projector writes, or a projection failed. */
  readonly ended: Promise<void>;
  /** How far the live read models are for every account. */
  position(): Position | null;
  /**
   * Rebuilds a read model beside the one in use. Resolves when readers use the new one.
   * @throws RangeError for an unknown read model.
   */
  rebuild(name: string): Promise<void>;
  stop(): Promise<void>;
};

/** Short turns: whoever comes next waits for the one before. */
const usualShare = 2_000;
/** A batch of a lane holds more than one share, so that somebody's large one leaves room for the others. */
const sharesInBatch = 2;
const keptShares = 40;
/** Notices take milliseconds; readers that receive none look every two seconds, and may be in the middle of a read then. */
const usualRetiredMs = 10_000;
/** In characters of JSON, which take 1.3 bytes of memory each. Of all accounts and both lanes it is four times as much. */
const keptLength = 12_000_000;

/**
 * Runs every projection. The live ones of a tier share a lane, with subscriptions of its own. One that is rebuilt has a
 * subscription of its own too, publishes nothing, and joins its lane once it has caught up.
 */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const { eventLog, db, publish, log, recorder = null } = options;
  const { revealPersonalData, subscribe } = eventLog;
  const states = openProjectionStates(db, options.generation);
  const { share = usualShare, kept = share * keptShares, retiredMs = usualRetiredMs } = options;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const openLaneOf = (tier: ProjectionTier) =>
    openLane({ tier, share, kept, keptLength, subscribe, revealPersonalData, states, publish, fail, log, recorder });
  const lanes: Record<ProjectionTier, Lane> = { prompt: openLaneOf('prompt'), trailing: openLaneOf('trailing') };
  const laneOf = ({ tier = 'prompt' }: AnyProjection) => lanes[tier];

  const retiring = new Map<string, NodeJS.Timeout>();
  /** Drops later what readers may still use. What a process that stops leaves behind, the next one drops. */
  function retire(name: string): void {
    clearTimeout(retiring.get(name));
    const drop = () => void states.dropRetired(name).catch((err: unknown) => log.warn({ err, name }, 'not dropped'));
    retiring.set(name, setTimeout(drop, retiredMs).unref());
  }

  // 1. Find what is there, and what to build.
  const unfinished: { projection: AnyProjection; state: ProjectionState }[] = [];
  const found: { lane: Lane; position: Position | null }[] = [];
  for (const projection of projectionList) {
    let state = await states.prepare(projection, false);
    const ofAnother = state.position !== null && !state.position.startsWith(`${eventLog.epoch}-`);
    // Another history: nothing that was derived from the old one is valid.
    if (ofAnother && !state.building) state = await states.prepare(projection, true);
    if (state.building) unfinished.push({ projection, state });
    if (state.retired?.length) retire(projection.name);
    if (state.version !== projection.version) continue;
    const lane = laneOf(projection);
    lane.live.set(projection.name, openTarget(db, projection, state.live, log));
    found.push({ lane, position: ofAnother ? null : state.position });
  }
  const from = furthestBehind(found.map(({ position }) => position));
  for (const lane of Object.values(lanes)) {
    const own = found.filter((one) => one.lane === lane).map(({ position }) => position);
    lane.beginAt(own.length > 0 ? furthestBehind(own) : from);
  }

  // 2. Each lane follows the log from its read model that is furthest behind; the others skip what they have. The lanes
  // read the log for themselves, so that no amount of work in one holds up the other.
  const followed = Object.entries(lanes).map(([tier, lane]) =>
    subscribe({
      from: lane.position() ?? 'start',
      batchSize: share * sharesInBatch,
      sizeOf: eventSize,
      onBatch: lane.take,
      onConnection: (connected) => log.info({ connected, tier }, 'event store'),
    }),
  );
  const subscriptions = new Set<Subscription>(followed);

  // 3. Build the others from their own checkpoints until they have caught up with the live ones.
  const build = (projection: AnyProjection, { building }: ProjectionState): Promise<void> => {
    if (!building) return Promise.resolve();
    const one = openTarget(db, projection, building.collection, log);
    const lane = laneOf(projection);
    return new Promise<void>((resolve, reject) => {
      const subscription: Subscription = subscribe({
        from: building.position ?? 'start',
        batchSize: share,
        sizeOf: eventSize,
        onBatch: (batch) =>
          lane.inTurn(async () => {
            await applyTo(one, batch.events, revealPersonalData);
            await states.writeBuildingPosition(projection.name, batch.position);
            const front = lane.front();
            if (front !== null && batch.position < front) return;
            await states.switchOver(projection.name);
            lane.live.set(projection.name, one);
            log.info({ projection: projection.name, collection: building.collection }, 'read model rebuilt');
            await publish([{ accountId: null, topic: rebuiltTopic, ids: [projection.name], position: batch.position }]);
            retire(projection.name);
            subscriptions.delete(subscription);
            resolve();
            void subscription.stop();
          }),
      });
      subscriptions.add(subscription);
      subscription.ended.catch(reject);
    });
  };
  const builds = Promise.all(unfinished.map(({ projection, state }) => build(projection, state)));
  const stopped = Promise.all(followed.map((subscription) => subscription.ended)).then(() => undefined);
  const carriedOut = Promise.all([stopped, Promise.race([builds, stopped])]).then(() => undefined);
  const ended = Promise.race([carriedOut, failed]);
  ended.catch(() => undefined);

  return {
    ended,
    position: () => furthestBehind(Object.values(lanes).map((lane) => lane.position())),
    rebuild: async (name) => {
      const projection = projectionList.find((one) => one.name === name);
      if (!projection) throw new RangeError(`${name} is no read model`);
      await build(projection, await states.prepare(projection, true));
    },
    stop: async () => {
      for (const timer of retiring.values()) clearTimeout(timer);
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await Promise.all(Object.values(lanes).map((lane) => lane.stop()));
    },
  };
}

/** @returns the lowest position; null when one of them is null. */
function furthestBehind(positions: readonly (Position | null)[]): Position | null {
  return positions.includes(null) ? null : ([...positions].sort()[0] ?? null);
}
