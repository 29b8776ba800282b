import type { Position } from '@assay/contract';
import type { EventLog, Subscription } from '@assay/event-log';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { type Lane, openLane } from './lane.ts';
import { type Notice, type Pace, rebuiltTopic } from './projection.ts';
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
  log: Logger;
};

export type Projector = {
  /** Resolves when `stop` was called, rejects when it cannot go on: another projector writes, or a projection failed. */
  readonly ended: Promise<void>;
  /** How far the live read models are. */
  position(): Position | null;
  /**
   * Rebuilds a read model beside the one in use. Resolves when readers use the new one.
   * @throws RangeError for an unknown read model.
   */
  rebuild(name: string): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Runs every projection. The live ones share one subscription, in a lane for each pace. One that is rebuilt has its own,
 * publishes nothing, and joins its lane once it has caught up.
 */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const { eventLog, db, publish, log } = options;
  const { revealPersonalData } = eventLog;
  const states = openProjectionStates(db, options.generation);
  const lanes: Record<Pace, Lane> = {
    prompt: openLane({ pace: 'prompt', revealPersonalData, states, publish, log }),
    trailing: openLane({ pace: 'trailing', revealPersonalData, states, publish, log }),
  };
  const laneOf = ({ pace = 'prompt' }: AnyProjection) => lanes[pace];

  // 1. Find what is there, and what to build.
  const unfinished: { projection: AnyProjection; state: ProjectionState }[] = [];
  const found: { lane: Lane; position: Position | null }[] = [];
  for (const projection of projectionList) {
    let state = await states.prepare(projection, false);
    const ofAnother = state.position !== null && !state.position.startsWith(`${eventLog.epoch}-`);
    // Another history: nothing that was derived from the old one is valid.
    if (ofAnother && !state.building) state = await states.prepare(projection, true);
    if (state.building) unfinished.push({ projection, state });
    if (state.version !== projection.version) continue;
    const lane = laneOf(projection);
    lane.live.set(projection.name, openTarget(db, projection, state.live));
    found.push({ lane, position: ofAnother ? null : state.position });
  }
  const from = furthestBehind(found.map(({ position }) => position));
  for (const lane of Object.values(lanes)) {
    const own = found.filter((one) => one.lane === lane).map(({ position }) => position);
    lane.beginAt(own.length > 0 ? furthestBehind(own) : from);
  }

  // 2. Follow the log from the position of the live read model that is furthest behind; the others skip what they have.
  const subscriptions = new Set<Subscription>();
  let trailingFailed: (error: unknown) => void = () => undefined;
  const trailing = new Promise<never>((_, reject) => {
    trailingFailed = reject;
  });
  trailing.catch(() => undefined);
  const main = eventLog.subscribe({
    from: from ?? 'start',
    onBatch: async (batch) => {
      await lanes.prompt.take(batch);
      await lanes.trailing.room();
      lanes.trailing.take(batch).catch(trailingFailed);
    },
    onConnection: (connected) => log.info({ connected }, 'event store'),
  });
  subscriptions.add(main);

  // 3. Build the others from their own checkpoints until they have caught up with the live ones.
  const build = (projection: AnyProjection, { building }: ProjectionState): Promise<void> => {
    if (!building) return Promise.resolve();
    const one = openTarget(db, projection, building.collection);
    const lane = laneOf(projection);
    return new Promise<void>((resolve, reject) => {
      const subscription: Subscription = eventLog.subscribe({
        from: building.position ?? 'start',
        onBatch: (batch) =>
          lane.inTurn(async () => {
            await applyTo(one, batch.events, revealPersonalData);
            await states.writeBuildingPosition(projection.name, batch.position);
            const position = lane.position();
            if (position !== null && batch.position < position) return;
            await states.switchOver(projection.name);
            lane.live.set(projection.name, one);
            log.info({ projection: projection.name, collection: building.collection }, 'read model rebuilt');
            await publish([{ accountId: null, topic: rebuiltTopic, ids: [projection.name], position: batch.position }]);
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
  const ended = Promise.race([main.ended, trailing, builds.then(() => main.ended)]);
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
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await Promise.all(Object.values(lanes).map((lane) => lane.stop()));
    },
  };
}

/** @returns the lowest position; null when one of them is null. */
function furthestBehind(positions: readonly (Position | null)[]): Position | null {
  return positions.includes(null) ? null : ([...positions].sort()[0] ?? null);
}
