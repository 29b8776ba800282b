import { randomUUID } from 'node:crypto';
import {
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { AppendContext } from './envelope.ts';
import { eventCodec } from './eventCodec.ts';
import type { KeyStore } from './fieldEncryption.ts';
import { readEvents } from './readEvents.ts';

const epochStream = 'eventLog';

/** The fact that opens a history holds nothing personal and nothing secret. */
const noKeys: KeyStore = {
  find: async () => null,
  findOrCreate: async (keyId) => {
    throw new TypeError(`nothing is encrypted here, ${keyId} is not needed`);
  },
};

function openedAs(epoch: string) {
  const context: AppendContext = {
    accountId: null,
    actor: { kind: 'automation', id: 'eventLog' },
    occurredAt: new Date().toISOString(),
    $correlationId: randomUUID(),
  };
  return eventCodec.encode({ type: 'EventLogOpened', data: { epoch } }, context, noKeys);
}

const newEpoch = () => randomUUID().slice(0, 8);

/** The epoch of the newest history. In a new log, the first process opens one. */
export async function epochOf(client: EventStoreDBClient): Promise<string> {
  for (;;) {
    try {
      const newest = client.readStream(epochStream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
      for await (const { event } of readEvents(newest)) {
        if (event) return String((event.data as { epoch?: unknown }).epoch);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    const epoch = newEpoch();
    try {
      await client.appendToStream(epochStream, await openedAs(epoch), { expectedRevision: NO_STREAM });
      return epoch;
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
    }
  }
}

/**
 * Opens a new history on a log that was restored or copied: positions of before say nothing any more, read models are
 * rebuilt, policies start at the end. Nothing else may have the log open.
 * @param url `esdb://host:port?tls=false`
 * @returns the new epoch
 */
export async function beginHistory(url: string): Promise<string> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const epoch = newEpoch();
    await client.appendToStream(epochStream, await openedAs(epoch), { expectedRevision: ANY });
    return epoch;
  } finally {
    await client.dispose();
  }
}
