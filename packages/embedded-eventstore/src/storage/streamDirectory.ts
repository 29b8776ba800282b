import { BoundedCache } from './boundedCache.ts';
import { DamagedStoreError } from './damagedStoreError.ts';
import { EventRecord } from './eventRecord.ts';
import { readEventData } from './readEventData.ts';
import { keepEverything, metadataStreamRetention, parseRetention, type Retention } from './retention.ts';
import { type StoreFiles, streamIndexKey, unpackNumber } from './storeFiles.ts';
import { type StreamHead, StreamHeads } from './streamHeads.ts';

const metadataPrefix = '$$';
const maxCachedStreams = 20_000;

/** What is known of a stream. A stream that does not exist yet has number 0 and revision -1. */
export type StreamState = StreamHead & {
  readonly name: string;
};

type RememberedStream = StreamState & {
  retention: Retention | undefined;
  /** Whether the store has a head for it. */
  stored: boolean;
};

export const isMetadataStream = (name: string) => name.startsWith(metadataPrefix);
export const metadataStreamOf = (name: string) => `${metadataPrefix}${name}`;
export const streamDescribedBy = (metadataStream: string) => metadataStream.slice(metadataPrefix.length);

/** Caches the streams by name: number, last revision, retention. The store's tables are the truth. */
export class StreamDirectory {
  readonly #files: StoreFiles;
  readonly #remembered = new BoundedCache<string, RememberedStream>(maxCachedStreams);
  readonly #heads: StreamHeads;
  readonly #changed = new Set<RememberedStream>();
  /** Streams as they were before the transaction that is not on disk yet, by name. */
  readonly #before = new Map<string, RememberedStream>();
  #inTransaction = false;
  #lastNumber: number;

  /** @throws DamagedStoreError */
  constructor(files: StoreFiles) {
    this.#files = files;
    this.#heads = new StreamHeads(files.streamHeads);
    this.#lastNumber = this.#heads.lastNumber();
  }

  /**
   * The stream of that name, existing or not: inside a transaction with its changes, outside as it is on disk. Ask
   * again after every turn: the object is dropped from the cache in time.
   */
  find(name: string): StreamState {
    return this.#find(name);
  }

  /** Which events of a stream may be read. */
  retention(name: string): Retention {
    if (isMetadataStream(name)) return metadataStreamRetention;
    const stream = this.#find(name);
    stream.retention ??= this.#loadRetention(name);
    return stream.retention;
  }

  /** The data of the newest `$metadata` event; empty when there is none. */
  metadata(name: string): Uint8Array {
    const described = this.#find(metadataStreamOf(name));
    if (described.lastRevision < 0) return Buffer.alloc(0);
    const { number, lastRevision } = described;
    const packed = this.#files.streamIndex.get(streamIndexKey(number, lastRevision));
    const position = packed ? unpackNumber(packed) : 0;
    const bytes = this.#files.events.get(position);
    const record = bytes && new EventRecord(bytes, position);
    // Without it nobody can tell which events of the stream may be read.
    if (record?.streamNumber !== number || record.revision !== lastRevision) {
      throw new DamagedStoreError(`The metadata of stream '${name}' is missing on disk.`);
    }
    return readEventData(record);
  }

  /** Assigns a number to a new stream. Call it inside the transaction that writes its first event. */
  create(stream: StreamState): void {
    this.#lastNumber += 1;
    stream.number = this.#lastNumber;
  }

  /** Runs changes to streams inside a transaction of the store. */
  transact(work: () => void): void {
    this.#inTransaction = true;
    try {
      work();
    } finally {
      this.#inTransaction = false;
    }
  }

  /**
   * Call this before changing a stream: {@link flush} stores it, and a change of metadata also affects the retention of
   * its stream.
   */
  change(stream: StreamState): void {
    const remembered = this.#find(stream.name);
    this.#keep(remembered);
    this.#changed.add(remembered);
    if (!isMetadataStream(stream.name)) return;
    const described = this.#find(streamDescribedBy(stream.name));
    this.#keep(described);
    described.retention = undefined;
  }

  #keep(stream: RememberedStream): void {
    if (!this.#before.has(stream.name)) this.#before.set(stream.name, { ...stream });
  }

  /** Call this when the transaction is on disk: readers may now see its changes. */
  committed(): void {
    this.#before.clear();
  }

  /** Stores the changes. Call it at the end of each transaction. */
  flush(): void {
    for (const stream of this.#changed) {
      if (stream.stored) this.#heads.update(stream.name, stream);
      else this.#heads.insert(stream.name, stream);
      stream.stored = true;
    }
    this.#changed.clear();
  }

  /** Clears the cache after a transaction that changed it was not committed. */
  forget(): void {
    this.#remembered.clear();
    this.#changed.clear();
    this.#before.clear();
    this.#lastNumber = this.#heads.lastNumber();
  }

  #find(name: string): RememberedStream {
    const before = this.#inTransaction ? undefined : this.#before.get(name);
    if (before) return before;
    const remembered = this.#remembered.get(name);
    if (remembered) return remembered;
    const stream = this.#load(name);
    this.#remembered.set(name, stream);
    return stream;
  }

  #load(name: string): RememberedStream {
    const head = this.#heads.find(name);
    const unwritten = { number: 0, lastRevision: -1, firstKept: 0, tombstoned: false };
    return { ...(head ?? unwritten), name, retention: undefined, stored: head !== undefined };
  }

  #loadRetention(name: string): Retention {
    const metadata = this.metadata(name);
    return metadata.length === 0 ? keepEverything : parseRetention(metadata);
  }
}
