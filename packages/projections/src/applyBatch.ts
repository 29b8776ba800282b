import type { Position } from '@assay/contract';
import type { RecentMap, RecordedEvent } from '@assay/event-log';
import { type AnyBulkWriteOperation, type Collection, MongoServerError } from 'mongodb';
import type { Evolved, Notice, ReadModelDocument } from './projection.ts';
import type { AnyProjection } from './projectionList.ts';

/** Documents read at once. */
const loadedAtOnce = 1_000;
/** Documents written at once; the store makes one commit of them, whose cost hardly depends on their number. */
const writtenAtOnce = 5_000;
/** Ids in a notice; an empty list stands for more than these. */
const maxIds = 200;
const duplicateKey = 11_000;

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
export type DocumentCache = RecentMap<string, ReadModelDocument>;

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

async function write(
  collection: Collection<ReadModelDocument>,
  changed: Map<string, ReadModelDocument>,
  loadedAt: Map<string, Position>,
): Promise<void> {
  const operations: AnyBulkWriteOperation<ReadModelDocument>[] = [];
  for (const document of changed.values()) {
    const position = loadedAt.get(document._id);
    operations.push(
      position === undefined
        ? { insertOne: { document } }
        : { replaceOne: { filter: { _id: document._id, position }, replacement: document } },
    );
  }
  for (let start = 0; start < operations.length; start += writtenAtOnce) {
    const batch = operations.slice(start, start + writtenAtOnce);
    let written = 0;
    try {
      const { insertedCount, matchedCount } = await collection.bulkWrite(batch, { ordered: false });
      written = insertedCount + matchedCount;
    } catch (error) {
      // The document was not there a moment ago: another projector has made it.
      if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
    }
    if (written !== batch.length) throw new ProjectionConflict(collection.collectionName);
  }
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
 * first delivery may have been lost in a crash.
 */
export async function applyBatch(
  projection: AnyProjection,
  collection: Collection<ReadModelDocument>,
  touched: readonly Touch[],
  cache: DocumentCache,
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
  await write(collection, changed, loadedAt);
  if (!projection.neverChanges) for (const document of changed.values()) cache.set(document._id, document);
  return [...notices.values()].map(({ notice, ids }) => ({ ...notice, ids: ids.size > maxIds ? [] : [...ids] }));
}
