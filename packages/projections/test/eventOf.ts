import type { AccountId, Position } from '@assay/contract';
import type { Actor, RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { Evolved, Projection, ReadModelDocument } from '../src/projection.ts';

type Around = { stream: string; accountId: AccountId | null; actor: Actor; at: string; revision: number };

let count = 0;

/** The time of the nth second of a day, so that tests can say when something happened. */
export const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString();

/** A fact as a projection gets it; each comes after those made before it. */
export function recorded(event: DomainEvent, around: Partial<Around> = {}): RecordedEvent {
  count += 1;
  const {
    stream = 'stream',
    accountId = 'acme' as AccountId,
    actor = { kind: 'user', id: 'ada' },
    at: occurredAt = at(0),
  } = around;
  const envelope = { accountId, actor, occurredAt, $correlationId: 'test', schemaVersion: 1 };
  const position = `epoch-${String(count).padStart(20, '0')}` as Position;
  return { ...event, id: `event-${count}`, stream, revision: around.revision ?? count, position, envelope };
}

/** What a projection makes of events: its documents by id. */
export function documentsOf<Document extends ReadModelDocument>(
  projection: Projection<Document>,
  events: readonly RecordedEvent[],
): Map<string, Evolved<Document>> {
  const documents = new Map<string, Evolved<Document>>();
  for (const event of events) {
    for (const id of projection.idsOf(event)) {
      const evolved = projection.evolve(documents.get(id) ?? null, event, id);
      if (evolved !== null) documents.set(id, evolved);
    }
  }
  return documents;
}

/** The one document that there is. */
export function documentOf<Document extends ReadModelDocument>(
  projection: Projection<Document>,
  events: readonly RecordedEvent[],
): Evolved<Document> {
  const [document, ...others] = documentsOf(projection, events).values();
  if (!document || others.length > 0) throw new Error(`${document ? others.length + 1 : 'no'} documents`);
  return document;
}
