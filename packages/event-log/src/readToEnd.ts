import type { Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { RecordedEvent } from './envelope.ts';
import type { EventCodec } from './eventCodec.ts';
import { positionOf, startOf } from './position.ts';
import { readEvents } from './readEvents.ts';
import type { Batch } from './subscription.ts';

/** Events read, wanted or not, before the reader is told how far this is. */
const batchSize = 1_000;

/**
 * Reads the log to its end. A subscription does not say on every server when it is there, and a read ends by itself. The
 * client cannot filter reads, so events of other types are read too, but not decoded.
 */
export async function* readToEnd(
  { client, epoch, codec }: { client: EventStoreDBClient; epoch: string; codec: EventCodec },
  from: Position | 'start',
  types: readonly DomainEvent['type'][],
): AsyncGenerator<Batch> {
  const wanted: ReadonlySet<string> = new Set(types);
  let events: RecordedEvent[] = [];
  let position: Position | null = null;
  let read = 0;
  for await (const { event } of readEvents(client.readAll({ fromPosition: startOf(epoch, from) }))) {
    if (!event) continue;
    const at = positionOf(epoch, event.position.commit);
    // A read begins with the event at the position itself.
    if (at === from) continue;
    if (wanted.has(event.type)) events.push(codec.decode(event, at));
    position = at;
    read += 1;
    if (read % batchSize > 0) continue;
    yield { events, position };
    events = [];
  }
  if (position !== null && read % batchSize > 0) yield { events, position };
}
