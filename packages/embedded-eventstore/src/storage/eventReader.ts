import { DamagedStoreError } from './damagedStoreError.ts';
import { EventRecord } from './eventRecord.ts';
import { firstReadableRevision, isYoungEnough } from './retention.ts';
import type { SegmentLedger } from './segmentLedger.ts';
import { type StoreFiles, streamIndexKey, unpackNumber } from './storeFiles.ts';
import { isMetadataStream, type StreamDirectory, streamDescribedBy } from './streamDirectory.ts';

/** A page holds at most this many events and about this many bytes: the memory that one stalled reader may hold. */
const maxPageEvents = 128;
const maxPageBytes = 256 * 1024;

export type Direction = 'forwards' | 'backwards';

/** A stream as a reader sees it. */
export type ReadableStream =
  | { kind: 'missing' }
  | { kind: 'deleted' }
  | { kind: 'readable'; firstRevision: number; lastRevision: number };

/**
 * Reads events a page at a time. Each page is a snapshot that ends with the call: a slow reader holds no transaction
 * open and continues from the position or revision it has reached.
 */
export class EventReader {
  readonly #files: StoreFiles;
  readonly #streams: StreamDirectory;
  readonly #ledger: SegmentLedger;
  /** Subscribers to $all are woken together and read the same: one of them reads it from disk. */
  #newest: { from: number; commits: number; page: readonly EventRecord[] } | undefined;

  constructor(files: StoreFiles, streams: StreamDirectory, ledger: SegmentLedger) {
    this.#files = files;
    this.#streams = streams;
    this.#ledger = ledger;
  }

  /**
   * The next events of all streams.
   * @param from the first position to read, in either direction
   * @param limit the maximum number of events; a page may hold fewer, and an empty page means the end
   * @throws DamagedStoreError
   */
  readAll(from: number, direction: Direction, limit: number): readonly EventRecord[] {
    if (direction === 'backwards' || limit < maxPageEvents) return this.#readPage(from, direction, limit);
    const { commits } = this.#ledger;
    if (this.#newest?.from === from && this.#newest.commits === commits) return this.#newest.page;
    const page = this.#readPage(from, direction, limit);
    this.#newest = { from, commits, page };
    return page;
  }

  #readPage(from: number, direction: Direction, limit: number): EventRecord[] {
    const page: EventRecord[] = [];
    const forwards = direction === 'forwards';
    const most = Math.min(limit, maxPageEvents);
    let expected = from;
    let bytes = 0;
    for (const { key, value } of this.#files.events.getRange({ start: from, reverse: !forwards, limit: most })) {
      // A damaged tree can silently skip rows or end too soon.
      this.#requireNoneBetween(expected, forwards ? key - 1 : key + 1, forwards);
      expected = forwards ? key + 1 : key - 1;
      const record = new EventRecord(value, key);
      page.push(record);
      bytes += record.byteLength;
      if (page.length === most || bytes >= maxPageBytes) return page;
    }
    this.#requireNoneBetween(expected, forwards ? this.#ledger.committedPosition : 1, forwards);
    return page;
  }

  #requireNoneBetween(from: number, to: number, forwards: boolean): void {
    if (forwards) this.#ledger.requireScavenged(from, to);
    else this.#ledger.requireScavenged(to, from);
  }

  /** The part of a stream that may be read now. Age is checked per event, by {@link readStream}. */
  describe(name: string): ReadableStream {
    const { lastRevision, firstKept, tombstoned } = this.#streams.find(name);
    if (tombstoned) return { kind: 'deleted' };
    if (isMetadataStream(name) && this.#streams.find(streamDescribedBy(name)).tombstoned) return { kind: 'deleted' };
    const retention = this.#streams.retention(name);
    if (lastRevision < 0 || retention.softDeleted) return { kind: 'missing' };
    const firstRevision = Math.max(firstKept, firstReadableRevision(retention, lastRevision));
    return { kind: 'readable', firstRevision, lastRevision };
  }

  /**
   * The next events of one stream, which must be readable. Events that are too old are left out.
   * @param from the first revision to read, in either direction
   * @returns the events and where to continue; without `next` there is nothing more
   * @throws DamagedStoreError
   */
  readStream(
    name: string,
    from: number,
    direction: Direction,
    limit: number,
  ): { events: EventRecord[]; next: number | undefined } {
    const stream = this.#streams.find(name);
    const retention = this.#streams.retention(name);
    const first = Math.max(stream.firstKept, firstReadableRevision(retention, stream.lastRevision));
    const forwards = direction === 'forwards';
    const start = forwards ? Math.max(from, first) : Math.min(from, stream.lastRevision);
    if (start > stream.lastRevision || start < first) return { events: [], next: undefined };

    const now = Date.now();
    const events: EventRecord[] = [];
    let next = start;
    let bytes = 0;
    for (const { key, value } of this.#files.streamIndex.getRange({
      start: streamIndexKey(stream.number, start),
      end: forwards ? streamIndexKey(stream.number, stream.lastRevision + 1) : beforeRevision(stream.number, first),
      reverse: !forwards,
      limit: Math.min(limit, maxPageEvents),
    })) {
      const record = this.#recordAt(unpackNumber(value));
      const revision = next;
      if (record.streamNumber !== stream.number || record.revision !== revision || key.readUIntBE(6, 6) !== revision) {
        throw new DamagedStoreError(`Revision ${revision} of stream '${name}' is missing on disk.`);
      }
      next += forwards ? 1 : -1;
      if (isYoungEnough(retention, record.created, now)) events.push(record);
      bytes += record.byteLength;
      if (bytes >= maxPageBytes) break;
    }
    if (next === start) throw new DamagedStoreError(`Revision ${start} of stream '${name}' is missing on disk.`);
    const exhausted = forwards ? next > stream.lastRevision : next < first;
    return { events, next: exhausted ? undefined : next };
  }

  #recordAt(position: number): EventRecord {
    const stored = this.#files.events.get(position);
    if (!stored) throw new DamagedStoreError(`The event at position ${position} is missing on disk.`);
    return new EventRecord(stored, position);
  }

  /** The event a link points to; undefined when it can no longer be read. */
  eventAt(name: string, revision: number): EventRecord | undefined {
    if (this.describe(name).kind !== 'readable') return undefined;
    const [event] = this.readStream(name, revision, 'forwards', 1).events;
    return event?.revision === revision ? event : undefined;
  }
}

/** The key before which a backward range stops. */
function beforeRevision(streamNumber: number, revision: number): Buffer {
  return revision > 0 ? streamIndexKey(streamNumber, revision - 1) : streamIndexKey(streamNumber - 1, 0xffff_ffff_ffff);
}
