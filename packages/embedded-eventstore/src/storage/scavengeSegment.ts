import { EventRecord } from './eventRecord.ts';
import { firstReadableRevision, isYoungEnough } from './retention.ts';
import {
  chainedHash,
  firstPositionOf,
  markScavenged,
  positionsPerSegment,
  type SegmentLedger,
} from './segmentLedger.ts';
import { type StoreFiles, streamIndexKey } from './storeFiles.ts';
import { isMetadataStream, type StreamDirectory, type StreamState, streamDescribedBy } from './streamDirectory.ts';
import { tombstoneRevision } from './tombstoneRevision.ts';

/** What scavenging works on. */
export type ScavengedStore = {
  files: StoreFiles;
  streams: StreamDirectory;
  ledger: SegmentLedger;
};

/**
 * Whether any event in a part of a segment can be removed. Only reads.
 * @param limit number of positions from `from` on
 * @throws DamagedStoreError
 */
export function hasScavengeable(store: ScavengedStore, from: number, limit: number, now: number): boolean {
  for (const { key, value } of store.files.events.getRange({ start: from, end: from + limit })) {
    const record = new EventRecord(value, key);
    const stream = store.streams.find(record.streamName);
    // When earlier events of the stream are about to go as well, this one may follow them.
    if (isUnreadable(store.streams, stream, record, now)) return true;
  }
  return false;
}

/**
 * Removes the events of one segment that can no longer be read, and updates the ledger. Call it inside a transaction.
 * Events of a stream are removed from its beginning, so the rest has no gaps, and the newest event always stays: the
 * stream's revisions continue where they were.
 * @returns the number of events removed
 * @throws DamagedStoreError
 */
export function scavengeSegment(store: ScavengedStore, number: number, now: number): number {
  const { files, streams, ledger } = store;
  const segment = ledger.segment(number);
  const first = firstPositionOf(number);
  const gone: number[] = [];
  let hash: Buffer = Buffer.alloc(segment.hash.length);
  for (const { key, value } of files.events.getRange({ start: first, end: first + positionsPerSegment })) {
    const record = new EventRecord(value, key);
    const { revision } = record;
    const stream = streams.find(record.streamName);
    const isNext = revision === stream.firstKept;
    if (!isNext || !isUnreadable(streams, stream, record, now)) {
      hash = chainedHash(hash, value);
      continue;
    }
    gone.push(key);
    files.streamIndex.removeSync(streamIndexKey(stream.number, revision));
    streams.change(stream);
    stream.firstKept = revision + 1;
  }
  for (const position of gone) files.events.removeSync(position);
  if (gone.length > 0) {
    ledger.replace(number, { written: segment.written, hash, scavenged: markScavenged(segment.scavenged, gone) });
  }
  return gone.length;
}

function isUnreadable(streams: StreamDirectory, stream: StreamState, record: EventRecord, now: number): boolean {
  const { revision } = record;
  if (revision === tombstoneRevision) return false;
  if (stream.tombstoned) return true;
  if (revision >= stream.lastRevision) return false;
  if (isMetadataStream(stream.name) && streams.find(streamDescribedBy(stream.name)).tombstoned) return true;
  const retention = streams.retention(stream.name);
  return (
    retention.softDeleted ||
    revision < firstReadableRevision(retention, stream.lastRevision) ||
    !isYoungEnough(retention, record.created, now)
  );
}
