import { readModelDatabase } from '@assay/application';
import { abortableSleep } from '@assay/concurrency';
import { openEventLog } from '@assay/event-log';
import { blobPlaceOf, openMongoClient, openOperations } from '@assay/operations';
import { projectionList, startProjector } from '@assay/projections';
import type { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { masterKeysOf } from './masterKeysOf.ts';

type Building = {
  eventStoreUrl: string;
  mongoUrl: string;
  dataDir: string;
  onProgress: (position: string) => void;
  stop: AbortSignal;
};

const lookMs = 100;

/**
 * Builds every read model up to the end of the log, when no other projector runs.
 * @returns how many documents each has
 * @throws OperationsError when the master key of the data folder does not fit these stores
 */
export async function buildReadModels({
  eventStoreUrl,
  mongoUrl,
  dataDir,
  onProgress,
  stop,
}: Building): Promise<Map<string, number>> {
  const { folder: blobDir, bucket } = blobPlaceOf(dataDir, process.env);
  const operations = await openOperations({ mongoUrl, masterKey: () => masterKeysOf(dataDir), blobDir, bucket });
  const client = openMongoClient(mongoUrl);
  const db = client.db(readModelDatabase);
  const eventLog = await openEventLog({ url: eventStoreUrl, keys: operations.keys });
  try {
    const head = (await eventLog.head())?.position ?? null;
    const projector = await startProjector({
      eventLog,
      db,
      log: pino({ level: 'silent' }),
      publish: async () => undefined,
      generation: () => Date.now().toString(36),
    });
    let failure: unknown = null;
    projector.ended.catch((error: unknown) => {
      failure = error;
    });
    while (head !== null && (projector.position() ?? '') < head) {
      if (failure !== null) throw failure;
      stop.throwIfAborted();
      onProgress(projector.position() ?? '');
      await abortableSleep(lookMs, stop);
    }
    await projector.stop();
    return await countDocuments(client);
  } finally {
    await Promise.all([eventLog.close(), operations.close(), client.close()]);
  }
}

/** @returns the number of documents of each read model in use; empty where no projector ever ran. */
export async function countDocuments(client: MongoClient): Promise<Map<string, number>> {
  const db = client.db(readModelDatabase);
  const states = await db.collection<{ _id: string; live: string }>('projectionStates').find().toArray();
  const counts = new Map<string, number>();
  for (const { name } of projectionList) {
    const live = states.find(({ _id }) => _id === name)?.live;
    if (live) counts.set(name, await db.collection(live).countDocuments());
  }
  return counts;
}
