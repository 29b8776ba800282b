import { backOffMs, retry } from '@assay/concurrency';
import { type EventLog, grpcProxyNote, openEventLog } from '@assay/event-log';
import {
  blobPlaceOf,
  loadMasterKeys,
  type Operations,
  OperationsError,
  openMongoClient,
  openOperations,
} from '@assay/operations';
import { openReadModels, type ReadModels } from '@assay/projections';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { passwordMinLengthOf } from '../accounts/passwordMinLengthOf.ts';

export type StorePlaces = {
  /** `esdb://host:port?tls=false` */
  eventStoreUrl: string;
  /** `mongodb://host:port` */
  mongoUrl: string;
  /** Holds blobs, unless ASSAY_BLOBS_URL is set, and the master key, unless ASSAY_MASTER_KEY is. */
  dataDir: string;
  /** @returns the trace of what is in progress; null: none. Without it, events belong to no trace */
  traceparent?: () => string | null;
};

export type Stores = {
  eventLog: EventLog;
  operations: Operations;
  readModels: ReadModels;
  /** Where the read models are stored; for the projector, which writes them. */
  readModelDb: Db;
  close(): Promise<void>;
};

/** The read models' own database, which may be deleted and rebuilt from the log. */
export const readModelDatabase = 'assay_read';
const retryMs = { first: 100, max: 5_000 };

function untilItAnswers<Opened>(
  what: string,
  log: Logger,
  signal: AbortSignal,
  open: () => Promise<Opened>,
): Promise<Opened> {
  return retry(open, {
    // Waiting does not help if our own code refuses, for example a wrong master key.
    shouldRetry: (error) => !(error instanceof OperationsError),
    delayMs: (failures) => backOffMs(failures, retryMs),
    onRetry: (err) => log.warn({ err }, `${what} does not answer yet`),
    signal,
  });
}

/**
 * Opens event log, operational state and read models, waiting for stores that are down.
 * @param stop ends the waiting
 * @throws RangeError for an invalid ASSAY_PASSWORD_MIN_LENGTH or ASSAY_BLOBS_URL; OperationsError when the master key is
 * not the one that the data was written with, or the bucket does not let us in
 */
export async function openStores(places: StorePlaces, log: Logger, stop: AbortSignal): Promise<Stores> {
  const { eventStoreUrl, mongoUrl, dataDir, traceparent } = places;
  const { folder: blobDir, bucket } = blobPlaceOf(dataDir, process.env);
  const options = {
    mongoUrl,
    masterKey: () => loadMasterKeys(dataDir),
    blobDir,
    bucket,
    passwordMinLength: passwordMinLengthOf(process.env),
  };
  const operations = await untilItAnswers(
    bucket ? 'the document store or the bucket' : 'the document store',
    log,
    stop,
    () => openOperations(options),
  );
  const eventLog = await untilItAnswers(`the event store${grpcProxyNote(eventStoreUrl)}`, log, stop, () =>
    openEventLog({ url: eventStoreUrl, keys: operations.keys, traceparent }),
  );
  const client = openMongoClient(mongoUrl);
  const readModelDb = client.db(readModelDatabase);
  return {
    eventLog,
    operations,
    readModels: openReadModels({ db: readModelDb, eventLog }),
    readModelDb,
    close: async () => {
      await Promise.all([eventLog.close(), operations.close(), client.close()]);
    },
  };
}
