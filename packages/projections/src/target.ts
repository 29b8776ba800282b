import { type EventLog, RecentMap, type RecordedEvent } from '@assay/event-log';
import type { Collection, Db } from 'mongodb';
import { applyBatch, type DocumentCache } from './applyBatch.ts';
import type { Notice, ReadModelDocument } from './projection.ts';
import type { AnyProjection } from './projections.ts';

/** A read model and the collection that it is written to. */
export type Target = {
  projection: AnyProjection;
  collection: Collection<ReadModelDocument>;
  cache: DocumentCache;
};

const cachedDocuments = 20_000;
/**
 * Documents that are held and written together, at most, where one event does not touch more. Read models that others
 * do not wait for give these their turn more often.
 */
const documentsAtOnce = { prompt: 10_000, trailing: 2_500 } as const;

export function openTarget(db: Db, projection: AnyProjection, name: string): Target {
  return { projection, collection: db.collection(name), cache: new RecentMap(cachedDocuments) };
}

/** Makes personal data readable, for the one read model that shows it. */
export type RevealPersonalData = EventLog['revealPersonalData'];

/** @returns what is to be told of what changed */
export async function applyTo(
  { projection, collection, cache }: Target,
  events: readonly RecordedEvent[],
  revealPersonalData: RevealPersonalData,
): Promise<Notice[]> {
  const readable = projection.readsPersonalData ? await Promise.all(events.map(revealPersonalData)) : events;
  const notices: Notice[] = [];
  for (const part of partsOf(projection, readable)) {
    notices.push(...(await applyBatch(projection, collection, part, cache)));
  }
  return notices;
}

/** How many documents of a read model events touch. */
export function touchedBy({ idsOf }: AnyProjection, events: readonly RecordedEvent[]): number {
  return events.reduce((sum, event) => sum + idsOf(event).length, 0);
}

/** Cuts a batch so that no part touches very many documents: an uploaded run names hundreds in one event. */
function* partsOf(projection: AnyProjection, events: readonly RecordedEvent[]): Generator<RecordedEvent[]> {
  let part: RecordedEvent[] = [];
  let touched = 0;
  for (const event of events) {
    const count = projection.idsOf(event).length;
    if (part.length > 0 && touched + count > documentsAtOnce[projection.pace ?? 'prompt']) {
      yield part;
      part = [];
      touched = 0;
    }
    part.push(event);
    touched += count;
  }
  if (part.length > 0) yield part;
}
