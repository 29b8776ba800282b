import type { DetailKind } from '@assay/contract';
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
  /** Each blob that an event names for a run or a build that still has it, and the first stream that does. */
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

/** Who names a blob: a stream, and what that is of a run; null of a build, which is kept. */
type Namer = { stream: string; of: string | null };

/** What a run has of a kind, which may expire. */
function expirable(testRunId: unknown, kind: DetailKind): string | null {
  return typeof testRunId === 'string' ? `${testRunId} ${kind}` : null;
}

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
  const namers = new Map<string, Namer[]>();
  const expired = new Set<string>();
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
    const name = (blobId: string, kind: DetailKind) =>
      namers.set(blobId, [...(namers.get(blobId) ?? []), { stream: streamId, of: expirable(data.testRunId, kind) }]);
    if (typeof named === 'string') name(named, 'details');
    for (const blobId of blobIdsIn(data)) name(blobId, 'attachments');
    if (type === 'TestRunDetailsExpired') expired.add(`${String(data.testRunId)} ${String(data.kind)}`);
    if (isCounted(type) && position.commit <= (reached.get(documentOf[type]) ?? -1n)) {
      found.documents.set(documentOf[type], (found.documents.get(documentOf[type]) ?? 0) + 1);
    }
    onProgress(found.events);
  }
  // That something has expired is told later than what it was.
  for (const [blobId, all] of namers) {
    const keeper = all.find(({ of }) => of === null || !expired.has(of));
    if (keeper) found.blobs.set(blobId, keeper.stream);
  }
  return found;
}
