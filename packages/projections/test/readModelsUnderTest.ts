import type { RecordedEvent } from '@assay/event-log';
import type { Db, Document } from 'mongodb';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import { recordHistory } from '../../../test/support/recordedHistory.ts';
import type { StoresUnderTest } from '../../../test/support/storesUnderTest.ts';
import { type Notice, type Projector, type ProjectorOptions, startProjector } from '../src/index.ts';
import type { ProjectionState } from '../src/projectionStates.ts';

/** Every document of every read model that readers use now, by read model. */
export async function everyDocument(db: Db): Promise<Record<string, Document[]>> {
  const states = await db.collection<ProjectionState>('projectionStates').find().sort({ _id: 1 }).toArray();
  const documents = await Promise.all(
    states.map(async ({ _id, live }) => [_id, await db.collection(live).find().sort({ _id: 1 }).toArray()] as const),
  );
  return Object.fromEntries(documents);
}

export type RunningProjector = Projector & { notices: Notice[] };

let generations = 0;

/** A projector over the stores, as a process of its own would run it. */
export async function runProjector(
  stores: StoresUnderTest,
  changed: Partial<ProjectorOptions> = {},
): Promise<RunningProjector> {
  const notices: Notice[] = [];
  const projector = await startProjector({
    eventLog: stores.eventLog,
    db: stores.readModelDb,
    publish: async (published) => void notices.push(...published),
    generation: () => `g${++generations}`,
    log: pino({ level: 'silent' }),
    ...changed,
  });
  return { ...projector, notices };
}

/** Resolves once the projector has passed everything there is. */
export async function caughtUp(stores: StoresUnderTest, projector: Projector): Promise<void> {
  const head = await stores.eventLog.head();
  if (!head) throw new Error('the log is empty');
  await eventually(() => (projector.position() ?? '') >= head.position);
}

/** A history in which everything happens, with what the read models say of it; the projector is stopped. */
export async function projectedHistory(stores: StoresUnderTest) {
  const history = await recordHistory(stores.eventLog);
  const projector = await runProjector(stores);
  await caughtUp(stores, projector);
  await projector.stop();
  return { history, expected: await everyDocument(stores.readModelDb) };
}

/** Every event of the log, in order. */
export async function everyEvent({ eventLog }: StoresUnderTest): Promise<RecordedEvent[]> {
  const head = await eventLog.head();
  const events: RecordedEvent[] = [];
  const subscription = eventLog.subscribe({
    from: 'start',
    onBatch: async (batch) => void events.push(...batch.events),
  });
  await eventually(() => (events.at(-1)?.position ?? '') >= (head?.position ?? 'z'));
  await subscription.stop();
  return events;
}

/** @returns what starts a projector for a test, which is stopped after it */
export function projectorsOf(stores: () => StoresUnderTest) {
  const running: RunningProjector[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((projector) => projector.stop()));
  });
  return async (changed: Partial<ProjectorOptions> = {}) => {
    const projector = await runProjector(stores(), changed);
    running.push(projector);
    return projector;
  };
}
