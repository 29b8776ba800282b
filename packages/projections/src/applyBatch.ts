import type { LruCache } from '@assay/concurrency';
import type { Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { type AnyBulkWriteOperation, BSON, type Collection, MongoServerError } from 'mongodb';
import { isAnnounced } from './knownDocuments.ts';
import { type Evolved, type Notice, type ReadModelDocument, writtenTopic } from './projection.ts';
import type { AnyProjection } from './projectionList.ts';

/** Documents read at once. */
const loadedAtOnce = 1_000;
/** Documents written at once; the store makes one commit of them, whose cost hardly depends on their number. */
const writtenAtOnce = 5_000;
/** Ids in a notice; an empty list stands for more than these. */
const maxIds = 200;
const duplicateKey = 11_000;
/** The store takes 16 MiB; the driver adds the document's id and position to it. */
const maxDocumentBytes = 16 * 1024 * 1024 - 4_096;

/** Another projector writes the same collection: this one has lost its lease and must stop. */
export class ProjectionConflict extends Error {
  constructor(collection: string) {
    super(`${collection} was written by another projector`);
    this.name = 'ProjectionConflict';
  }
}

/** An event, and the documents of a read model that it touches. */
export type Touch = { event: RecordedEvent; ids: readonly string[] };

/** @returns the events that touch any document of the read model. */
export function touchesOf(projection: AnyProjection, events: readonly RecordedEvent[]): Touch[] {
  const touches: Touch[] = [];
  for (const event of events) {
    const ids = projection.idsOf(event);
    if (ids.length > 0) touches.push({ event, ids });
  }
  return touches;
}

/** Documents as this projector last wrote them. It is the only writer, so they are current. */
export type DocumentCache = LruCache<string, ReadModelDocument>;

async function loadMissing(
  collection: Collection<ReadModelDocument>,
  ids: string[],
  into: Map<string, ReadModelDocument>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += loadedAtOnce) {
    const found = collection.find({ _id: { $in: ids.slice(start, start + loadedAtOnce) } });
    for await (const document of found) into.set(document._id, document);
  }
}

/** @returns the documents that the store would not take */
function tooLargeOf(documents: Iterable<ReadModelDocument>): ReadModelDocument[] {
  return [...documents].filter((document) => BSON.calculateObjectSize(document) > maxDocumentBytes);
}

async function writeAtOnce(
  collection: Collection<ReadModelDocument>,
  documents: readonly ReadModelDocument[],
  loadedAt: ReadonlyMap<string, Position>,
): Promise<void> {
  if (documents.length === 0) return;
  const operations = documents.map((document): AnyBulkWriteOperation<ReadModelDocument> => {
    const position = loadedAt.get(document._id);
    return position === undefined
      ? { insertOne: { document } }
      : { replaceOne: { filter: { _id: document._id, position }, replacement: document } };
  });
  let written = 0;
  try {
    const { insertedCount, matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    written = insertedCount + matchedCount;
  } catch (error) {
    // The document was not there a moment ago: another projector has made it.
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
  }
  if (written !== operations.length) throw new ProjectionConflict(collection.collectionName);
}

/** @returns the documents that were not written, because they are larger than the store takes */
async function write(
  collection: Collection<ReadModelDocument>,
  changed: readonly ReadModelDocument[],
  loadedAt: ReadonlyMap<string, Position>,
): Promise<ReadModelDocument[]> {
  const notWritten: ReadModelDocument[] = [];
  for (let start = 0; start < changed.length; start += writtenAtOnce) {
    const documents = changed.slice(start, start + writtenAtOnce);
    try {
      await writeAtOnce(collection, documents, loadedAt);
    } catch (error) {
      // The driver looks at all of them before it sends any. Sizes are counted only now: that costs as much as a write.
      const tooLarge = new Set(tooLargeOf(documents));
      if (tooLarge.size === 0) throw error;
      await writeAtOnce(
        collection,
        documents.filter((document) => !tooLarge.has(document)),
        loadedAt,
      );
      notWritten.push(...tooLarge);
    }
  }
  return notWritten;
}

/** The id comes first, as stores keep it; otherwise they copy the document. */
function placed(
  id: string,
  evolved: Evolved<ReadModelDocument>,
  before: ReadModelDocument | undefined,
  position: Position,
): ReadModelDocument {
  if (evolved === before || !isWhole(evolved)) return { _id: id, ...evolved, position };
  // It was made from the document before, whose place it has; a literal that puts it together again is ten times as slow.
  evolved.position = position;
  return evolved;
}

function isWhole(document: Evolved<ReadModelDocument>): document is ReadModelDocument {
  return '_id' in document && 'position' in document;
}

/**
 * Applies a batch to one read model: load what it touches, evolve in memory, write each document once, filtered on the
 * position that was loaded. Redelivered events change nothing but are published again, because the notices of their
 * first delivery may have been lost in a crash. Documents are written before changes are published: subscribers read at
 * once.
 * @param outgrown ids of documents that are not updated; gets those that now exceed the size limit of the store. An
 *   account with too many things of one kind sees no further ones; other accounts are not affected.
 */
export async function applyBatch(
  projection: AnyProjection,
  collection: Collection<ReadModelDocument>,
  touched: readonly Touch[],
  cache: DocumentCache,
  outgrown: Set<string>,
): Promise<Notice[]> {
  if (touched.length === 0) return [];

  const documents = new Map<string, ReadModelDocument>();
  const missing = new Set<string>();
  for (const { ids } of touched) {
    for (const id of ids) {
      const cached = cache.get(id);
      if (cached) documents.set(id, cached);
      else missing.add(id);
    }
  }
  await loadMissing(collection, [...missing], documents);
  const loadedAt = new Map([...documents].map(([id, { position }]) => [id, position]));

  const changed = new Map<string, ReadModelDocument>();
  const notices = new Map<string, { notice: Notice; ids: Set<string> }>();
  for (const { event, ids } of touched) {
    for (const id of ids) {
      if (outgrown.has(id)) continue;
      const before = documents.get(id);
      let document = before;
      if (before === undefined || before.position < event.position) {
        const evolved = projection.evolve(before ?? null, event, id);
        if (evolved === null) continue;
        document = placed(id, evolved, before, event.position);
        documents.set(id, document);
        changed.set(id, document);
      }
      if (document === undefined) continue;
      for (const { accountId, topic, id: changedId } of projection.topicsOf(document, event)) {
        const key = `${accountId}|${topic}`;
        const known = notices.get(key) ?? {
          notice: { accountId, topic, ids: [], position: event.position },
          ids: new Set(),
        };
        known.ids.add(changedId);
        known.notice.position = event.position;
        notices.set(key, known);
      }
    }
  }
  for (const { _id } of await write(collection, [...changed.values()], loadedAt)) {
    outgrown.add(_id);
    changed.delete(_id);
  }
  if (!projection.neverChanges) for (const document of changed.values()) cache.set(document._id, document);
  const ofReaders = [...notices.values()].map(({ notice, ids }) => ({
    ...notice,
    ids: ids.size > maxIds ? [] : [...ids],
  }));
  const last = touched.at(-1);
  if (!last || !isAnnounced(projection.name)) return ofReaders;
  const { name, announces = () => true } = projection;
  const written = [...documents.values()].flatMap((document) => (announces(document) ? document._id : []));
  if (written.length === 0) return ofReaders;
  const ids = [name, ...(written.length > maxIds ? [] : written)];
  const { position } = last.event;
  return [{ accountId: null, topic: writtenTopic, ids, position }, ...ofReaders];
}
