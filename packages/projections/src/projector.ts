import type { Position } from '@assay/contract';
import { decryptField, type EventLog, type KeyStore, type RecordedEvent, type Subscription } from '@assay/event-log';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { applyBatch, DocumentCache } from './applyBatch.ts';
import type { Notice, ReadModelDocument } from './projection.ts';
import { type AnyProjection, projectionCatalogue } from './projectionCatalogue.ts';
import { openProjectionStates, type ProjectionState } from './projectionStates.ts';

/** Topic of the notice that says how far the read models are; nobody but the api itself listens to it. */
export const projectedTopic = '$projected';
/** Topic of the notice that says that a read model was rebuilt: everything it shows is to be read again. */
export const rebuiltTopic = '$rebuilt';

export type ProjectorOptions = {
  eventLog: EventLog;
  keys: KeyStore;
  /** The read models' own database. */
  db: Db;
  /** Tells what changed; called before the checkpoint is written, so that nothing is left untold. */
  publish: (notices: Notice[]) => Promise<void>;
  /** Tells this building's collections from an earlier one's. */
  generation: () => string;
  log: Logger;
};

export type Projector = {
  /** Resolves when `stop` was called, rejects when it cannot go on: another projector writes, or a projection failed. */
  readonly ended: Promise<void>;
  /** How far the live read models are. */
  position(): Position | null;
  /**
   * Builds a read model anew beside the one in use. Resolves when readers use the new one.
   * @throws RangeError for a name that is no read model.
   */
  rebuild(name: string): Promise<void>;
  stop(): Promise<void>;
};

type Target = { projection: AnyProjection; collection: Collection<ReadModelDocument>; cache: DocumentCache };

const cachedDocuments = 20_000;
/** Documents that are held and written together, at most, where one event does not touch more. */
const documentsAtOnce = 10_000;

async function withPersonalData(event: RecordedEvent, keys: KeyStore): Promise<RecordedEvent> {
  if (event.type !== 'UserRegistered') return event;
  const { data } = event;
  const [email, firstName, lastName] = await Promise.all(
    [data.email, data.firstName, data.lastName].map((field) => decryptField(keys, field)),
  );
  return { ...event, data: { ...data, email: email ?? '', firstName: firstName ?? '', lastName: lastName ?? '' } };
}

async function applyTo(
  { projection, collection, cache }: Target,
  events: RecordedEvent[],
  keys: KeyStore,
): Promise<Notice[]> {
  const readable = projection.readsPersonalData
    ? await Promise.all(events.map((event) => withPersonalData(event, keys)))
    : events;
  const notices: Notice[] = [];
  for (const part of partsOf(projection, readable)) {
    notices.push(...(await applyBatch(projection, collection, part, cache)));
  }
  return notices;
}

/** Cuts a batch so that no part touches very many documents: an uploaded run names hundreds in one event. */
function* partsOf({ idsOf }: AnyProjection, events: RecordedEvent[]): Generator<RecordedEvent[]> {
  let part: RecordedEvent[] = [];
  let touched = 0;
  for (const event of events) {
    const count = idsOf(event).length;
    if (part.length > 0 && touched + count > documentsAtOnce) {
      yield part;
      part = [];
      touched = 0;
    }
    part.push(event);
    touched += count;
  }
  if (part.length > 0) yield part;
}

/**
 * Runs every projection of the catalogue. The live ones share one subscription; one that is built beside them has its
 * own, is mute and joins the others once it has passed them.
 */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const { eventLog, keys, db, publish, log } = options;
  const states = openProjectionStates(db, options.generation);
  const target = (projection: AnyProjection, name: string): Target => ({
    projection,
    collection: db.collection<ReadModelDocument>(name),
    cache: new DocumentCache(cachedDocuments),
  });

  // 1. What is there, and what is to be built.
  const live = new Map<string, Target>();
  const unfinished: { projection: AnyProjection; state: ProjectionState }[] = [];
  const positions: (Position | null)[] = [];
  for (const projection of projectionCatalogue) {
    let state = await states.prepare(projection, false);
    const ofAnother = state.position !== null && !state.position.startsWith(`${eventLog.epoch}-`);
    // Another history: what was derived from the old one is worth nothing.
    if (ofAnother && !state.building) state = await states.prepare(projection, true);
    if (state.building) unfinished.push({ projection, state });
    if (state.version !== projection.version) continue;
    live.set(projection.name, target(projection, state.live));
    positions.push(ofAnother ? null : state.position);
  }

  let position: Position | null = positions.includes(null) ? null : (positions.sort()[0] ?? null);
  // One batch at a time over all subscriptions, so that a switch falls between two batches.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  // 2. The live ones, from the position of the one that is furthest behind: the others skip what they have.
  const subscriptions = new Set<Subscription>();
  const main = eventLog.subscribe({
    from: position ?? 'start',
    onBatch: (batch) =>
      inTurn(async () => {
        const perTarget = await Promise.all([...live.values()].map((one) => applyTo(one, batch.events, keys)));
        const notices = perTarget.flat();
        notices.push({ accountId: null, topic: projectedTopic, ids: [], position: batch.position });
        await publish(notices);
        await states.writePosition([...live.keys()], batch.position);
        position = batch.position;
      }),
    onConnection: (connected) => log.info({ connected }, 'event store'),
  });
  subscriptions.add(main);

  // 3. What is built beside them: from its own checkpoint, until it has passed the live ones.
  const build = (projection: AnyProjection, { building }: ProjectionState): Promise<void> => {
    if (!building) return Promise.resolve();
    const one = target(projection, building.collection);
    return new Promise<void>((resolve, reject) => {
      const subscription: Subscription = eventLog.subscribe({
        from: building.position ?? 'start',
        onBatch: (batch) =>
          inTurn(async () => {
            await applyTo(one, batch.events, keys);
            await states.writeBuildingPosition(projection.name, batch.position);
            if (position !== null && batch.position < position) return;
            await states.switchOver(projection.name);
            live.set(projection.name, one);
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
  const ended = Promise.race([main.ended, builds.then(() => main.ended)]);
  ended.catch(() => undefined);

  return {
    ended,
    position: () => position,
    rebuild: async (name) => {
      const projection = projectionCatalogue.find((one) => one.name === name);
      if (!projection) throw new RangeError(`${name} is no read model`);
      await build(projection, await states.prepare(projection, true));
    },
    stop: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await turn;
    },
  };
}
