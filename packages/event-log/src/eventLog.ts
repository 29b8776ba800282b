import type { Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { noteStoreRequest, timedReads } from '@assay/telemetry';
import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  NO_STREAM,
  type ReadPosition,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { RecordedEvent } from './envelope.ts';
import { epochOf } from './epoch.ts';
import { type EventCatalogue, eventCatalogue } from './eventCatalogue.ts';
import { openEventCodec } from './eventCodec.ts';
import type { EventStreams } from './eventStreams.ts';
import type { KeyStore } from './fieldEncryption.ts';
import { type CommandHandler, commandHandler } from './handleCommand.ts';
import { keepLoopbackDirect } from './keepLoopbackDirect.ts';
import { decodeBase64Natively } from './nativeBase64.ts';
import { type NewestOfAccounts, newestOfAccounts } from './newestOfAccounts.ts';
import { positionOf } from './position.ts';
import { readEvents } from './readEvents.ts';
import { readToEnd } from './readToEnd.ts';
import { RevisionConflict } from './revisionConflict.ts';
import { type Batch, type Subscription, type SubscriptionOptions, subscribeToLog } from './subscription.ts';
import { widenReceiveWindow } from './widenReceiveWindow.ts';

export type EventLog = EventStreams &
  CommandHandler & {
    /** Identifies this history; a restored or migrated log has another. */
    readonly epoch: string;
    /** Every fact in order, from a position on and then live. */
    subscribe(options: SubscriptionOptions): Subscription;
    /** The facts of these types after a position, in batches, up to where the log ends when the reader gets there. */
    readToEnd(from: Position | 'start', types: readonly DomainEvent['type'][]): AsyncGenerator<Batch>;
    /** @returns a fact from a subscription with its personal data readable. What an erased key hid becomes empty. */
    revealPersonalData(event: RecordedEvent): Promise<RecordedEvent>;
    /** Position and time of the newest fact; null while there is none. */
    head(): Promise<{ position: Position; recordedAt: Date } | null>;
    /** The position of what an account recorded last, as {@link NewestOfAccounts.find} tells. */
    newestOf: NewestOfAccounts['find'];
    close(): Promise<void>;
  };

/** Page sizes of the search for the newest event of ours. It is usually the very last one, and may be large. */
const headPages = { first: 1, next: 20 };

export type EventLogOptions = {
  /** `esdb://host:port?tls=false` */
  url: string;
  /** Where the keys of personal and secret texts are kept. */
  keys: KeyStore;
  /** The events there are; by default those of this version of the service. */
  catalogue?: EventCatalogue;
  /** @returns the trace of what is in progress, which the facts that it records belong to; null: none */
  traceparent?: () => string | null;
};

/** @returns `testRun` for `testRun-<id>` */
const kindOfStream = (stream: string) => stream.split('-', 1)[0] ?? stream;

/**
 * Opens the event log.
 * @throws when the store does not answer.
 */
export async function openEventLog({
  url,
  keys,
  catalogue = eventCatalogue,
  traceparent = () => null,
}: EventLogOptions): Promise<EventLog> {
  decodeBase64Natively();
  const codec = openEventCodec(catalogue);
  keepLoopbackDirect();
  const client = EventStoreDBClient.connectionString(url);
  widenReceiveWindow(client);
  const epoch = await epochOf(client);

  const append: EventLog['append'] = async (stream, expectedRevision, events, given) => {
    const trace = given.traceparent ?? traceparent();
    const context = trace === null || trace === given.traceparent ? given : { ...given, traceparent: trace };
    const encoded = await Promise.all(events.map((event) => codec.encode(event, context, keys)));
    const began = performance.now();
    try {
      const result = await client.appendToStream(stream, encoded, {
        expectedRevision: expectedRevision < 0 ? NO_STREAM : BigInt(expectedRevision),
      });
      return {
        revision: Number(result.nextExpectedRevision),
        position: positionOf(epoch, result.position?.commit ?? 0n),
      };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) throw new RevisionConflict(stream);
      throw error;
    } finally {
      noteStoreRequest('eventStore', 'append', kindOfStream(stream), performance.now() - began);
    }
  };

  async function* read(stream: string, fromRevision = 0): AsyncGenerator<RecordedEvent> {
    try {
      const found = readEvents(client.readStream(stream, { fromRevision: BigInt(fromRevision) }));
      for await (const { event } of timedReads(found, kindOfStream(stream))) {
        if (!event) continue;
        yield await codec.revealSecrets(codec.decode(event, positionOf(epoch, event.position?.commit ?? 0n)), keys);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
  }

  const { handle, load } = commandHandler({ append, read });

  return {
    epoch,
    append,
    read,
    handle,
    load,
    subscribe: (options) => subscribeToLog({ client, epoch, codec }, options),
    readToEnd: (from, types) => readToEnd({ client, epoch, codec }, from, types),
    revealPersonalData: (event) => codec.revealPersonalData(event, keys),
    head: async () => {
      // Page by page, because the server may write any number of its own events between ours. Each page is read to its
      // end: the client cannot be closed while a read is unfinished.
      let fromPosition: ReadPosition = END;
      for (let maxCount = headPages.first; ; maxCount = headPages.next) {
        const page: AllStreamRecordedEvent[] = [];
        for await (const { event } of timedReads(
          client.readAll({ direction: BACKWARDS, fromPosition, maxCount }),
          'head',
        )) {
          if (event) page.push(event);
        }
        const newest = page.find(({ type }) => !type.startsWith('$'));
        if (newest) return { position: positionOf(epoch, newest.position.commit), recordedAt: newest.created };
        const oldest = page.at(-1);
        if (!oldest || page.length < maxCount) return null;
        fromPosition = oldest.position;
      }
    },
    newestOf: newestOfAccounts({ client, epoch }).find,
    close: () => client.dispose(),
  };
}
