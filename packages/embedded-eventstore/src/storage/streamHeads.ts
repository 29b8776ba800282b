import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Database } from 'lmdb';
import { DamagedStoreError } from './damagedStoreError.ts';

/** Longer names are looked up by their hash: LMDB keys end at 1978 bytes. */
const maxPlainNameBytes = 1024;
/**
 * Keys start with their kind, so that no name can collide with a hash and the first row is not a name. (LMDB's client
 * skips keys below these bytes in ranges.)
 */
const [firstRow, plainName, hashedName] = [0x40, 0x41, 0x42];

const firstKey = Buffer.from([firstRow]);
const endOfList = Buffer.alloc(0);

const headerBytes = 23;
const tombstonedFlag = 1;

/** What the store keeps per stream, beside its events. */
export type StreamHead = {
  number: number;
  /** -1 when nothing but a tombstone was ever written. */
  lastRevision: number;
  /** Earlier revisions have been scavenged. */
  firstKept: number;
  /** Tombstoned: the name cannot be used again. */
  tombstoned: boolean;
};

type Row = {
  head: StreamHead;
  /** The key of the next row; empty in the last one. */
  next: Buffer;
};

/**
 * One row per stream, by name. Each row names the next one: a damaged tree can hide a row, but the row before it then
 * names one that is missing. So a stream that is not found has certainly never been written to. The first row belongs
 * to no stream; its number is the last one assigned.
 *
 * | bytes | content |
 * |---|---|
 * | 0–3 | CRC-32 of the key and everything after it |
 * | 4–9 | stream number |
 * | 10–15 | last revision plus one |
 * | 16–21 | first revision that is kept |
 * | 22 | 1 when tombstoned |
 * | 23– | key of the next row |
 */
export class StreamHeads {
  readonly #table: Database<Buffer, Buffer>;

  constructor(table: Database<Buffer, Buffer>) {
    this.#table = table;
  }

  /** Creates the first row of a new store. Call it inside a transaction, like every method here that writes. */
  createFirstRow(): void {
    this.#put(firstKey, { head: { number: 0, lastRevision: -1, firstKept: 0, tombstoned: false }, next: endOfList });
  }

  /** @throws DamagedStoreError when damage hides the answer */
  lastNumber(): number {
    return this.#get(firstKey).head.number;
  }

  /**
   * The head of the stream of that name; undefined when it never existed.
   * @throws DamagedStoreError when damage hides the answer
   */
  find(name: string): StreamHead | undefined {
    const key = keyOf(name);
    const stored = this.#table.get(key);
    if (stored) return decodeRow(key, stored).head;
    this.#before(key);
    return undefined;
  }

  /** Adds a stream, which must not exist yet. */
  insert(name: string, head: StreamHead): void {
    const key = keyOf(name);
    const { key: previousKey, row: previous } = this.#before(key);
    this.#put(key, { head, next: previous.next });
    this.#put(previousKey, { ...previous, next: key });
    const first = this.#get(firstKey);
    this.#put(firstKey, { ...first, head: { ...first.head, number: head.number } });
  }

  /** Changes the head of an existing stream. */
  update(name: string, head: StreamHead): void {
    const key = keyOf(name);
    this.#put(key, { head, next: this.#get(key).next });
  }

  /** The row after which a missing key would come. */
  #before(key: Buffer): { key: Buffer; row: Row } {
    for (const entry of this.#table.getRange({ start: key, reverse: true, limit: 1 })) {
      const row = decodeRow(entry.key, entry.value);
      if (Buffer.compare(entry.key, key) < 0 && (row.next.length === 0 || Buffer.compare(row.next, key) > 0)) {
        return { key: Buffer.from(entry.key), row };
      }
    }
    throw new DamagedStoreError('The table of streams is damaged on disk: rows are missing.');
  }

  #get(key: Buffer): Row {
    const stored = this.#table.get(key);
    if (!stored) throw new DamagedStoreError('The table of streams is damaged on disk: rows are missing.');
    return decodeRow(key, stored);
  }

  #put(key: Buffer, { head, next }: Row): void {
    const row = Buffer.allocUnsafe(headerBytes + next.length);
    row.writeUIntLE(head.number, 4, 6);
    row.writeUIntLE(head.lastRevision + 1, 10, 6);
    row.writeUIntLE(head.firstKept, 16, 6);
    row[22] = head.tombstoned ? tombstonedFlag : 0;
    next.copy(row, headerBytes);
    row.writeUInt32LE(checksumOf(key, row), 0);
    this.#table.putSync(key, row);
  }
}

/** @throws DamagedStoreError when the checksum does not match */
export function decodeRow(key: Buffer, row: Buffer): Row {
  if (row.length < headerBytes || row.readUInt32LE(0) !== checksumOf(key, row)) {
    throw new DamagedStoreError('The table of streams is damaged on disk: a checksum does not match.');
  }
  return {
    head: {
      number: row.readUIntLE(4, 6),
      lastRevision: row.readUIntLE(10, 6) - 1,
      firstKept: row.readUIntLE(16, 6),
      tombstoned: row[22] === tombstonedFlag,
    },
    next: Buffer.from(row.subarray(headerBytes)),
  };
}

const checksumOf = (key: Buffer, row: Buffer) => crc32(row.subarray(4), crc32(key));

/** Whether this is the key of the first row, which belongs to no stream. */
export const isFirstRow = (key: Buffer) => key.length === 1 && key[0] === firstRow;

function keyOf(name: string): Buffer {
  const plain = Buffer.from(name);
  if (plain.length <= maxPlainNameBytes) return Buffer.concat([Buffer.from([plainName]), plain]);
  return Buffer.concat([Buffer.from([hashedName]), createHash('sha256').update(plain).digest()]);
}
