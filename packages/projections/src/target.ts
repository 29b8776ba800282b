import { LruCache } from '@assay/concurrency';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { applyBatch, type DocumentCache, type Touch, touchesOf } from './applyBatch.ts';
import type { Notice, ReadModelDocument } from './projection.ts';
import type { AnyProjection } from './projectionList.ts';

/** A read model and the collection that it is written to. */
export type Target = {
  projection: AnyProjection;
  collection: Collection<ReadModelDocument>;
  cache: DocumentCache;
  /** Ids of documents that are as large as the store takes. Nothing more goes into them. */
  outgrown: Set<string>;
  log: Pick<Logger, 'error'>;
};

const cachedDocuments = 20_000;
/**
 * Maximum number of documents that are held and written together, unless a single event touches more. Trailing read
 * models write smaller parts, to let the prompt ones in between.
 */
const documentsAtOnce = { prompt: 10_000, trailing: 1_000 } as const;

export function openTarget(db: Db, projection: AnyProjection, name: string, log: Target['log']): Target {
  return {
    projection,
    collection: db.collection(name),
    cache: new LruCache(cachedDocuments),
    outgrown: new Set(),
    log,
  };
}

/** Makes personal data readable, for the one read model that shows it. */
export type RevealPersonalData = EventLog['revealPersonalData'];

/** @returns notices of what changed */
export async function applyTo(
  { projection, collection, cache, outgrown, log }: Target,
  events: readonly RecordedEvent[],
  revealPersonalData: RevealPersonalData,
): Promise<Notice[]> {
  const readable = projection.readsPersonalData ? await Promise.all(events.map(revealPersonalData)) : events;
  const notices: Notice[] = [];
  for (const part of partsOf(projection, touchesOf(projection, readable))) {
    const known = outgrown.size;
    notices.push(...(await applyBatch(projection, collection, part, cache, outgrown)));
    for (const id of [...outgrown].slice(known)) {
      log.error({ projection: projection.name, id }, 'a document is as large as the store takes; it stays as it is');
    }
  }
  return notices;
}

/** Cuts a batch into parts of limited size: one event of an uploaded run touches hundreds of documents. */
function* partsOf({ tier = 'prompt' }: AnyProjection, touches: readonly Touch[]): Generator<Touch[]> {
  let part: Touch[] = [];
  let touched = 0;
  for (const touch of touches) {
    const { length } = touch.ids;
    if (part.length > 0 && touched + length > documentsAtOnce[tier]) {
      yield part;
      part = [];
      touched = 0;
    }
    part.push(touch);
    touched += length;
  }
  if (part.length > 0) yield part;
}
