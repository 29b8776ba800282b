import { join } from 'node:path';
import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client';
import { type Db, MongoClient } from 'mongodb';
import { startBuilt } from '../support/builtProcess.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';

type ProjectionState = { _id: string; live: string; position: string | null; building: object | null };
type Documents = Record<string, object[]>;

export type ProjectorAlone = {
  /** Every document of every read model, in the order of the ids, once everything is projected. */
  documents(): Promise<Documents>;
  /** Stops the projector, deletes the database of the read models, and starts the projector from scratch. */
  deleteReadModels(): Promise<void>;
  stop(): Promise<void>;
};

/** The log's end, as the last part of a position. */
async function endOfLog(eventStoreUrl: string): Promise<bigint> {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  try {
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 100 })) {
      if (event && !event.type.startsWith('$')) return event.position?.commit ?? 0n;
    }
    throw new Error('the log is empty');
  } finally {
    await client.dispose();
  }
}

async function isAtEnd(db: Db, end: bigint): Promise<boolean> {
  const states = await db.collection<ProjectionState>('projectionStates').find().toArray();
  const reached = states.filter(
    ({ position, building }) => building === null && BigInt(position?.split('-').at(-1) ?? 0) >= end,
  );
  return states.length > 0 && reached.length === states.length;
}

async function readDocuments(db: Db): Promise<Documents> {
  const documents: Documents = {};
  for (const { _id, live } of await db.collection<ProjectionState>('projectionStates').find().toArray()) {
    documents[_id] = await db.collection(live).find().sort({ _id: 1 }).toArray();
  }
  return documents;
}

/**
 * Runs stores and projector of a data folder that nothing else uses, so that the log does not change while read models
 * are built.
 */
export async function startProjectorAlone(dataDir: string): Promise<ProjectorAlone> {
  const [eventStorePort, mongoPort] = [await freePort(), await freePort()];
  const eventStoreUrl = `esdb://127.0.0.1:${eventStorePort}?tls=false`;
  const mongoUrl = `mongodb://127.0.0.1:${mongoPort}/?directConnection=true`;
  const store = (bundle: string, port: number) =>
    startBuilt(bundle, ['--port', String(port), '--dir', join(dataDir, bundle)], { ready: /listening on/ });
  const stores = [store('eventstore', eventStorePort), store('mongo', mongoPort)];
  await Promise.all(stores.map(({ ready }) => ready));
  const env = { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl, ASSAY_DATA_DIR: dataDir };
  const startProjector = () => startBuilt('projector', [], { env, ready: /running/ });
  const client = new MongoClient(mongoUrl);
  const db = client.db('assay_read');
  let projector = startProjector();
  await projector.ready;
  return {
    documents: async () => {
      const end = await endOfLog(eventStoreUrl);
      await eventually(() => isAtEnd(db, end));
      return readDocuments(db);
    },
    deleteReadModels: async () => {
      await projector.stop();
      await db.dropDatabase();
      projector = startProjector();
      await projector.ready;
    },
    stop: async () => {
      await client.close();
      await projector.stop();
      await Promise.all(stores.map((one) => one.stop()));
    },
  };
}

/** All documents of a data folder that nothing else uses, before and after they were deleted and rebuilt from the log. */
export async function beforeAndAfterDeletion(dataDir: string): Promise<{ before: Documents; after: Documents }> {
  const alone = await startProjectorAlone(dataDir);
  try {
    const before = await alone.documents();
    await alone.deleteReadModels();
    return { before, after: await alone.documents() };
  } finally {
    await alone.stop();
  }
}
