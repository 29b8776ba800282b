import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '@assay/contract';
import { type EventStore, startEventStore } from '@assay/embedded-eventstore';
import { startMongo } from '@assay/embedded-mongo';
import { type AppendContext, type EventLog, type EventLogOptions, newId, openEventLog } from '@assay/event-log';
import { type Operations, openOperations } from '@assay/operations';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type Db, MongoClient } from 'mongodb';
import { storesFolder } from './storesFolder.ts';

export type StoresUnderTest = {
  eventLog: EventLog;
  operations: Operations;
  readModelDb: Db;
  /** The event store through the official client, without our own code in between. */
  rawEvents: EventStoreDBClient;
  /** Opens the same event log again, as another process would. */
  openAnotherLog(options?: Pick<EventLogOptions, 'catalogue'>): Promise<EventLog>;
  stopEventStore(): Promise<void>;
  /** On the same folder and port as before. */
  startEventStoreAgain(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Both real stores in a temporary folder, over the wire, with the event log and operational state opened.
 * @param now the clock of operational state, for tests that move it
 */
export async function startStores({ now }: { now?: () => Date } = {}): Promise<StoresUnderTest> {
  const folder = await storesFolder('assay-stores-');
  const eventsDir = join(folder, 'events');
  let eventStore: EventStore = await startEventStore({ port: 0, dataDir: eventsDir });
  const mongo = await startMongo({ port: 0, dataDir: join(folder, 'documents') });
  const operations = await openOperations({
    mongoUrl: mongo.url,
    masterKey: randomBytes(32),
    blobDir: join(folder, 'blobs'),
    ...(now === undefined ? {} : { now }),
  });
  const client = new MongoClient(mongo.url);
  const { port, url } = eventStore;
  const rawEvents = EventStoreDBClient.connectionString(url);
  const logs: EventLog[] = [];
  const openAnotherLog: StoresUnderTest['openAnotherLog'] = async (options) => {
    const eventLog = await openEventLog({ url, keys: operations.keys, ...options });
    logs.push(eventLog);
    return eventLog;
  };
  return {
    eventLog: await openAnotherLog(),
    operations,
    readModelDb: client.db('assay_read'),
    rawEvents,
    openAnotherLog,
    stopEventStore: () => eventStore.stop(),
    startEventStoreAgain: async () => {
      eventStore = await startEventStore({ port, dataDir: eventsDir });
    },
    stop: async () => {
      await Promise.all([...logs.map((log) => log.close()), rawEvents.dispose(), operations.close(), client.close()]);
      await Promise.all([eventStore.stop(), mongo.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const acme = 'acme' as AccountId;

/** The envelope of what a person of the account causes. */
export function signedBy(userId: string, accountId: AccountId | null = acme): AppendContext {
  return {
    accountId,
    actor: { kind: 'user', id: userId },
    occurredAt: new Date().toISOString(),
    $correlationId: newId(),
  };
}
