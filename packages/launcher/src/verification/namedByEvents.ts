import { readEvents } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { EventStoreDBClient } from '@eventstore/db-client';

/** The read models with one document per event of a type. */
const documentOf = {
  AccountCreated: 'accounts',
  EnvironmentCreated: 'environments',
  ProjectCreated: 'projects',
  TestRunCreated: 'testRunSummaries',
} as const satisfies Partial<Record<DomainEvent['type'], string>>;

export type NamedByEvents = {
  events: number;
  /** The epoch of the newest history. */
  epoch: string | null;
  /** Each blob that an event names, and the first stream that does. */
  blobs: Map<string, string>;
  /** How many documents each counted read model must have by now. */
  documents: Map<string, number>;
};

/** Fields with a blob's id under another name than `blobId`. */
const blobFields: Partial<Record<string, string>> = {
  TestFinished: 'details',
  TestResultsImported: 'details',
  TestsListed: 'list',
};

/** @returns every blob id in an event's data: every field named `blobId`, at any depth. */
function* blobIdsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'blobId' && typeof inner === 'string') yield inner;
    else yield* blobIdsIn(inner);
  }
}

/**
 * Reads the whole log for references to things that must exist.
 * @param reached the commit position of each read model
 */
export async function readWhatEventsName(
  client: EventStoreDBClient,
  reached: ReadonlyMap<string, bigint>,
  onProgress: (events: number) => void,
  stop: AbortSignal,
): Promise<NamedByEvents> {
  const found: NamedByEvents = { events: 0, epoch: null, blobs: new Map(), documents: new Map() };
  for (const name of Object.values(documentOf)) found.documents.set(name, 0);
  const isCounted = (type: string): type is keyof typeof documentOf => type in documentOf;
  for await (const { event } of readEvents(client.readAll())) {
    stop.throwIfAborted();
    if (!event || event.type.startsWith('$')) continue;
    const { type, streamId, position } = event;
    const data = event.data as Record<string, unknown>;
    found.events += 1;
    if (type === 'EventLogOpened') found.epoch = String(data.epoch);
    const named = blobFields[type] === undefined ? null : data[blobFields[type]];
    for (const blobId of [...(typeof named === 'string' ? [named] : []), ...blobIdsIn(data)]) {
      if (!found.blobs.has(blobId)) found.blobs.set(blobId, streamId);
    }
    if (isCounted(type) && position.commit <= (reached.get(documentOf[type]) ?? -1n)) {
      found.documents.set(documentOf[type], (found.documents.get(documentOf[type]) ?? 0) + 1);
    }
    onProgress(found.events);
  }
  return found;
}
