import { createHash } from 'node:crypto';
import { readEvents } from '@assay/event-log';
import { type AllStreamRecordedEvent, type EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';

/** Placeholder for events that the source no longer has, so that later events keep their revisions. */
export const placeholderType = '$placeholder';

/** Whether an event is copied: not a server's own events, except those about our streams. */
export function isCopied({ streamId, type }: Pick<AllStreamRecordedEvent, 'streamId' | 'type'>): boolean {
  if (type === placeholderType || type === '$>') return false;
  return !streamId.startsWith('$') || (streamId.startsWith('$$') && !streamId.startsWith('$$$'));
}

/** Whether a server writes it itself, with its own id, when a stream is deleted or recreated. */
export function isOfServer({ type }: Pick<AllStreamRecordedEvent, 'type'>): boolean {
  return type.startsWith('$');
}

/** All events to copy, in log order, after a commit position. */
export async function* copiedEvents(
  client: EventStoreDBClient,
  after: bigint | null,
): AsyncGenerator<AllStreamRecordedEvent> {
  const fromPosition = after === null ? START : { commit: after, prepare: after };
  for await (const { event } of readEvents(client.readAll({ direction: FORWARDS, fromPosition }))) {
    if (event && (after === null || event.position.commit > after) && isCopied(event)) yield event;
  }
}

/** The bytes of data and metadata as they are appended. */
function contentOf(value: unknown): string | Uint8Array {
  return value instanceof Uint8Array ? value : (JSON.stringify(value) ?? '');
}

export type LogDigest = {
  events: number;
  /** By stream name: SHA-256 over its events in order. */
  streams: Map<string, string>;
  /** SHA-256 over all our events in log order. */
  overall: string;
};

/**
 * Digests a log: stream, revision, id, type, data and metadata of every event that is copied.
 * @param upTo the last commit position to include; null for all
 */
export async function digestLog(
  client: EventStoreDBClient,
  upTo: bigint | null,
  onEvent: (events: number) => void,
): Promise<LogDigest> {
  const overall = createHash('sha256');
  const streams = new Map<string, string>();
  let events = 0;
  for await (const event of copiedEvents(client, null)) {
    if (upTo !== null && event.position.commit > upTo) break;
    const { streamId, revision, id, type, isJson, data, metadata } = event;
    const ofServer = isOfServer(event);
    const one = createHash('sha256').update(JSON.stringify([streamId, Number(revision), type, isJson]));
    if (!ofServer) one.update(id);
    const content = one.update(contentOf(data)).update('\n').update(contentOf(metadata)).digest();
    // A server may shift by one position the events that it writes itself.
    if (!ofServer) overall.update(content);
    const before = streams.get(streamId) ?? '';
    streams.set(streamId, createHash('sha256').update(before).update(content).digest('base64'));
    events += 1;
    onEvent(events);
  }
  return { events, streams, overall: overall.digest('hex') };
}

/** @returns sentences about differences; none when the copy is complete. */
export function compareDigests(source: LogDigest, copy: LogDigest): string[] {
  const problems: string[] = [];
  const differing = [...source.streams].filter(([stream, hash]) => copy.streams.get(stream) !== hash);
  const added = [...copy.streams.keys()].filter((stream) => !source.streams.has(stream));
  const some = (streams: string[]) => `${streams.slice(0, 5).join(', ')}${streams.length > 5 ? ', …' : ''}`;
  if (source.events !== copy.events) {
    problems.push(`The source holds ${source.events} events, the copy ${copy.events}.`);
  }
  if (differing.length > 0) {
    problems.push(`${differing.length} streams differ: ${some(differing.map(([stream]) => stream))}.`);
  }
  if (added.length > 0) problems.push(`${added.length} streams are only in the copy: ${some(added)}.`);
  if (problems.length === 0 && source.overall !== copy.overall) {
    problems.push('Every stream is complete, but the streams are interleaved in another order.');
  }
  return problems;
}
