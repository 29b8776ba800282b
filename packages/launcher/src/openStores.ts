import { type EventLog, openEventLog } from '@assay/event-log';
import { loadMasterKey, type Operations, openOperations } from '@assay/operations';
import { type Db, MongoClient } from 'mongodb';
import type { Logger } from 'pino';

export type Stores = { eventLog: EventLog; operations: Operations; readModelDb: Db; close(): Promise<void> };

const retryMs = { first: 100, most: 2_000 };

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must say where the store is.`);
  return value;
}

/** The database of the read models, and nothing else: it may be deleted and is built again from the log. */
export const readModelDatabase = 'assay_read';

async function untilItAnswers<Opened>(what: string, log: Logger, open: () => Promise<Opened>): Promise<Opened> {
  let wait = retryMs.first;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      // A wrong key will not become right by waiting.
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('masterKey.')) throw error;
      log.warn({ err: error }, `${what} does not answer yet`);
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, retryMs.most);
    }
  }
}

/**
 * Opens event log, operational state and read models as `EVENTSTORE_URL`, `MONGODB_URL` and `ASSAY_DATA_DIR` say,
 * waiting for a store that is not there yet.
 * @throws when a variable is missing or the master key is not the one that the data was written with.
 */
export async function openStores(log: Logger): Promise<Stores> {
  const [eventStoreUrl, mongoUrl] = [required('EVENTSTORE_URL'), required('MONGODB_URL')];
  const dataDir = process.env.ASSAY_DATA_DIR ?? '.assay';
  const masterKey = await loadMasterKey(dataDir);
  const operations = await untilItAnswers('the document store', log, () =>
    openOperations({ mongoUrl, masterKey, blobDir: `${dataDir}/blobs` }),
  );
  const eventLog = await untilItAnswers('the event store', log, () =>
    openEventLog({ url: eventStoreUrl, keys: operations.keys }),
  );
  const client = new MongoClient(mongoUrl);
  return {
    eventLog,
    operations,
    readModelDb: client.db(readModelDatabase),
    close: async () => {
      await Promise.all([eventLog.close(), operations.close(), client.close()]);
    },
  };
}
