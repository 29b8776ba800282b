import { type EventLog, RecentMap, type RecordedEvent } from '@assay/event-log';
import type { Collection, Db } from 'mongodb';
import { applyBatch, type DocumentCache, type Touch, touchesOf } from './applyBatch.ts';
import type { Notice, ReadModelDocument } from './projection.ts';
import type { AnyProjection } from './projectionList.ts';

/** A read model and the collection that it is written to. */
export type Target = {
  projection: AnyProjection;
  collection: Collection<ReadModelDocument>;
  cache: DocumentCache;
};

const cachedDocuments = 20_000;
/**
 * Maximum number of documents that are held and written together, unless a single event touches more. Trailing read
 * models write smaller parts, to let the prompt ones in between.
 */
const documentsAtOnce = { prompt: 10_000, trailing: 1_000 } as const;

export function openTarget(db: Db, projection: AnyProjection, name: string): Target {
  return { projection, collection: db.collection(name), cache: new RecentMap(cachedDocuments) };
}

/** Makes personal data readable, for the one read model that shows it. */
export type RevealPersonalData = EventLog['revealPersonalData'];

/** @returns notices of what changed */
export async function applyTo(
  { projection, collection, cache }: Target,
  events: readonly RecordedEvent[],
  revealPersonalData: RevealPersonalData,
): Promise<Notice[]> {
  const readable = projection.readsPersonalData ? await Promise.all(events.map(revealPersonalData)) : events;
  const notices: Notice[] = [];
  for (const part of partsOf(projection, touchesOf(projection, readable))) {
    notices.push(...(await applyBatch(projection, collection, part, cache)));
  }
  return notices;
}

/** Cuts a batch into parts of limited size: one event of an uploaded run touches hundreds of documents. */
function* partsOf({ pace = 'prompt' }: AnyProjection, touches: readonly Touch[]): Generator<Touch[]> {
  let part: Touch[] = [];
  let touched = 0;
  for (const touch of touches) {
    const { length } = touch.ids;
    if (part.length > 0 && touched + length > documentsAtOnce[pace]) {
      yield part;
      part = [];
      touched = 0;
    }
    part.push(touch);
    touched += length;
  }
  if (part.length > 0) yield part;
}
