import { createHash } from 'node:crypto';
import { BoundedCache } from './boundedCache.ts';
import { EventRecord } from './eventRecord.ts';
import { readEventData } from './readEventData.ts';
import { KEEP_EVERYTHING, METADATA_STREAM_RETENTION, parseRetention, type Retention } from './retention.ts';
import { packNumber, type StoreFiles, streamIndexKey, unpackNumber } from './storeFiles.ts';
import { TOMBSTONE_REVISION } from './tombstoneRevision.ts';

const METADATA_PREFIX = '$$';
const STREAMS_REMEMBERED = 50_000;
/** Longer names are looked up by their hash: LMDB keys end at 1978 bytes. */
const LONGEST_PLAIN_NAME = 1024;
/** UTF-8 never holds this byte, so that a hashed name cannot meet a plain one. */
const HASHED_NAME_MARK = Buffer.from([0xff]);

/** What is known of a stream. One that does not exist yet has number 0 and revision -1. */
export interface StreamState {
  readonly name: string;
  number: number;
  /** -1 when nothing was ever written to it. */
  lastRevision: number;
  /** Ended for good; the name is never used again. */
  tombstoned: boolean;
}

interface RememberedStream extends StreamState {
  retention: Retention | undefined;
}

export const isMetadataStream = (name: string) => name.startsWith(METADATA_PREFIX);
export const metadataStreamOf = (name: string) => `${METADATA_PREFIX}${name}`;
export const streamDescribedBy = (metadataStream: string) => metadataStream.slice(METADATA_PREFIX.length);

/** Knows the streams by name: number, last revision, retention. The store's tables are the truth, this remembers. */
export class StreamDirectory {
  readonly #files: StoreFiles;
  readonly #remembered = new BoundedCache<string, RememberedStream>(STREAMS_REMEMBERED);
  #lastNumber: number;

  constructor(files: StoreFiles) {
    this.#files = files;
    this.#lastNumber = lastStreamNumber(files);
  }

  /** The stream of that name, existing or not. To be asked for anew after every turn: it is forgotten in time. */
  find(name: string): StreamState {
    return this.#find(name);
  }

  /** Which events of a stream may be read. */
  retention(name: string): Retention {
    if (isMetadataStream(name)) return METADATA_STREAM_RETENTION;
    const stream = this.#find(name);
    stream.retention ??= this.#loadRetention(name);
    return stream.retention;
  }

  /** The data of the newest `$metadata` event; empty when there is none. */
  metadata(name: string): Uint8Array {
    const described = this.#find(metadataStreamOf(name));
    if (described.lastRevision < 0) return Buffer.alloc(0);
    const packed = this.#files.streamIndex.get(streamIndexKey(described.number, described.lastRevision));
    const position = packed ? unpackNumber(packed) : 0;
    const bytes = this.#files.events.get(position);
    return bytes ? readEventData(new EventRecord(bytes, position)) : Buffer.alloc(0);
  }

  /** Gives a new stream its number. To be called inside the transaction that writes its first event. */
  create(stream: StreamState): void {
    this.#lastNumber += 1;
    stream.number = this.#lastNumber;
    this.#files.streamNumbers.putSync(streamNameKey(stream.name), packNumber(stream.number));
  }

  /** To be called after writing to a stream: metadata may have changed what another one keeps. */
  written(stream: StreamState): void {
    if (isMetadataStream(stream.name)) this.#find(streamDescribedBy(stream.name)).retention = undefined;
  }

  /** Forgets everything remembered: a transaction that had changed it was not committed. */
  forget(): void {
    this.#remembered.clear();
    this.#lastNumber = lastStreamNumber(this.#files);
  }

  #find(name: string): RememberedStream {
    const remembered = this.#remembered.get(name);
    if (remembered) return remembered;
    const stream = this.#load(name);
    this.#remembered.set(name, stream);
    return stream;
  }

  #load(name: string): RememberedStream {
    const stream = { name, number: 0, lastRevision: -1, tombstoned: false, retention: undefined };
    const packed = this.#files.streamNumbers.get(streamNameKey(name));
    if (!packed) return stream;
    stream.number = unpackNumber(packed);
    const newestTwo = this.#files.streamIndex.getKeys({
      start: streamIndexKey(stream.number, TOMBSTONE_REVISION),
      end: streamIndexKey(stream.number - 1, TOMBSTONE_REVISION),
      reverse: true,
      limit: 2,
    });
    for (const key of newestTwo) {
      const revision = key.readUIntBE(6, 6);
      if (revision === TOMBSTONE_REVISION) {
        stream.tombstoned = true;
      } else {
        stream.lastRevision = revision;
        break;
      }
    }
    return stream;
  }

  #loadRetention(name: string): Retention {
    const metadata = this.metadata(name);
    return metadata.length === 0 ? KEEP_EVERYTHING : parseRetention(metadata);
  }
}

function streamNameKey(name: string): Buffer {
  const plain = Buffer.from(name);
  if (plain.length <= LONGEST_PLAIN_NAME) return plain;
  return Buffer.concat([HASHED_NAME_MARK, createHash('sha256').update(plain).digest()]);
}

function lastStreamNumber(files: StoreFiles): number {
  for (const key of files.streamIndex.getKeys({ reverse: true, limit: 1 })) return key.readUIntBE(0, 6);
  return 0;
}
