import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Database } from 'lmdb';
import { DamagedStoreError } from './damagedStoreError.ts';
import { recordHeaderBytes } from './eventRecord.ts';

/** Small enough to be read again whenever part of it is scavenged, large enough to cost next to nothing. */
export const positionsPerSegment = 1024;

const hashBytes = 32;
const rowBytes = 6 + hashBytes;
const bitmapBytes = positionsPerSegment / 8;

/** A row of the ledger, for one segment of positions. */
export type Segment = {
  /** How many of its positions have been given to events. */
  written: number;
  /** {@link chainedHash} over the records that are still there, in order. */
  hash: Buffer;
  /** One bit per scavenged position; empty while there are none. */
  scavenged: Buffer;
};

export const segmentOf = (position: number) => Math.floor((position - 1) / positionsPerSegment);
export const firstPositionOf = (segment: number) => segment * positionsPerSegment + 1;

const emptySegment = (): Segment => ({ written: 0, hash: Buffer.alloc(hashBytes), scavenged: Buffer.alloc(0) });

/** Input of the next hash; shared, since this runs for every event. */
const hashed = Buffer.alloc(hashBytes + recordHeaderBytes);

/** The hash over the previous hash and one more record; a record's header holds a checksum of the rest of it. */
export function chainedHash(before: Buffer, record: Buffer): Buffer {
  before.copy(hashed);
  record.copy(hashed, hashBytes, 0, recordHeaderBytes);
  return hash('sha256', hashed, 'buffer');
}

export function isMarked(scavenged: Buffer, position: number): boolean {
  const bit = (position - 1) % positionsPerSegment;
  return ((scavenged[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

/** The marks with these added. */
export function markScavenged(scavenged: Buffer, positions: Iterable<number>): Buffer {
  const marks = scavenged.length > 0 ? Buffer.from(scavenged) : Buffer.alloc(bitmapBytes);
  for (const position of positions) {
    const bit = (position - 1) % positionsPerSegment;
    marks[bit >> 3] = (marks[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return marks;
}

/**
 * Records what the `events` table must hold: one row per {@link positionsPerSegment} positions with their number, a
 * chained hash over their records, and which of them have been scavenged. It reveals rows that a damaged tree skips, or
 * cuts off at the end.
 *
 * | bytes | content |
 * |---|---|
 * | 0–3 | CRC-32 of the segment's number and everything after it |
 * | 4–5 | positions written |
 * | 6–37 | chained SHA-256 of the records |
 * | 38– | nothing, or one bit per scavenged position |
 */
export class SegmentLedger {
  readonly #table: Database<Buffer, number>;
  #open = { number: 0, segment: emptySegment() };
  #changed = false;
  #committed = 0;
  #commits = 0;

  constructor(table: Database<Buffer, number>) {
    this.#table = table;
  }

  /** The position of the newest event on disk, which readers may see; 0 in an empty store. */
  get committedPosition(): number {
    return this.#committed;
  }

  /** How often something was committed: what was read is unchanged while this is. */
  get commits(): number {
    return this.#commits;
  }

  /** The position of the newest event, committed or not; 0 in an empty store. */
  get lastPosition(): number {
    return this.#open.number * positionsPerSegment + this.#open.segment.written;
  }

  /** Discards what was remembered and reads the table again. */
  reload(): void {
    this.#open = { number: 0, segment: emptySegment() };
    this.#changed = false;
    for (const { key, value } of this.#table.getRange({ reverse: true, limit: 1 })) {
      this.#open = { number: key, segment: decodeSegment(key, value) };
    }
    this.committed();
  }

  /** Call this when what was added is on disk. */
  committed(): void {
    this.#committed = this.lastPosition;
    this.#commits += 1;
  }

  /** Adds the record at the next position. */
  add(record: Buffer): void {
    if (this.#open.segment.written === positionsPerSegment) {
      this.flush();
      this.#open = { number: this.#open.number + 1, segment: emptySegment() };
    }
    const { segment } = this.#open;
    segment.written += 1;
    segment.hash = chainedHash(segment.hash, record);
    this.#changed = true;
  }

  /** Stores what was added. Call it at the end of each transaction that adds. */
  flush(): void {
    if (!this.#changed) return;
    this.#table.putSync(this.#open.number, encodeSegment(this.#open.number, this.#open.segment));
    this.#changed = false;
  }

  /** @throws DamagedStoreError when there is no such row, or it is damaged */
  segment(number: number): Segment {
    const row = this.#table.get(number);
    if (!row) throw missing(firstPositionOf(number));
    return decodeSegment(number, row);
  }

  /** Replaces a row after part of its segment was scavenged. */
  replace(number: number, segment: Segment): void {
    this.#table.putSync(number, encodeSegment(number, segment));
    if (number === this.#open.number) this.#open = { number, segment };
  }

  /**
   * Events may be missing only where they were scavenged.
   * @param from the first missing position
   * @param to the last one
   * @throws DamagedStoreError naming the first that was not scavenged
   */
  requireScavenged(from: number, to: number): void {
    for (let position = from; position <= to; ) {
      const number = segmentOf(position);
      const { scavenged } = this.segment(number);
      const end = Math.min(to, firstPositionOf(number + 1) - 1);
      for (; position <= end; position += 1) {
        if (!isMarked(scavenged, position)) throw missing(position);
      }
    }
  }
}

const missing = (position: number) => new DamagedStoreError(`The event at position ${position} is missing on disk.`);

function encodeSegment(number: number, { written, hash: chained, scavenged }: Segment): Buffer {
  const row = Buffer.allocUnsafe(rowBytes + scavenged.length);
  row.writeUInt16LE(written, 4);
  chained.copy(row, 6);
  scavenged.copy(row, rowBytes);
  row.writeUInt32LE(checksumOf(number, row), 0);
  return row;
}

/** @throws DamagedStoreError when the checksum does not match */
export function decodeSegment(number: number, row: Buffer): Segment {
  if (row.length < rowBytes || row.readUInt32LE(0) !== checksumOf(number, row)) {
    const first = firstPositionOf(number);
    throw new DamagedStoreError(
      `The ledger row of positions ${first} to ${first + positionsPerSegment - 1} is damaged on disk: its checksum does not match.`,
    );
  }
  return {
    written: row.readUInt16LE(4),
    hash: Buffer.from(row.subarray(6, rowBytes)),
    scavenged: Buffer.from(row.subarray(rowBytes)),
  };
}

const checksumOf = (number: number, row: Buffer) => crc32(row.subarray(4), crc32(String(number)));
