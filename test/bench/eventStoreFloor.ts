import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

/** The store's rows for one of the bench's events: record and index entry. */
export const recordBytes = 467;
const indexKeyBytes = 12;
const positionBytes = 6;
/** Once per commit: a row for each written stream, and the ledger of the commit. */
const headKeyBytes = 8;
const headBytes = 31;
const ledgerBytes = 38;
const positionsPerSegment = 1024;

const binaryKeys = { encoding: 'binary', keyEncoding: 'binary' } as const;

/**
 * Raw LMDB in this process: as many rows as the store writes, with the same sizes, each commit on disk before it
 * returns. Nothing is decoded, hashed or decided, and there is no network.
 */
export class RawLmdb {
  readonly #root;
  readonly #events;
  readonly #index;
  readonly #heads;
  readonly #ledger;
  #last = 0;

  constructor(folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.#root = open({ path: join(folder, 'raw.mdb'), noSubdir: true, overlappingSync: false, noMemInit: false });
    this.#events = this.#root.openDB<Buffer, number>('events', { encoding: 'binary' });
    this.#index = this.#root.openDB<Buffer, Buffer>('index', binaryKeys);
    this.#heads = this.#root.openDB<Buffer, Buffer>('heads', binaryKeys);
    this.#ledger = this.#root.openDB<Buffer, number>('ledger', { encoding: 'binary' });
  }

  /** Writes this many events, over this many streams, in one transaction. */
  commit(events: number, streams: number): void {
    this.#root.transactionSync(() => {
      for (let n = 0; n < events; n += 1) {
        this.#last += 1;
        const key = Buffer.alloc(indexKeyBytes);
        key.writeUIntBE(Math.floor((n * streams) / events), 0, 6);
        key.writeUIntBE(this.#last, 6, 6);
        this.#events.putSync(this.#last, Buffer.alloc(recordBytes, this.#last));
        this.#index.putSync(key, Buffer.alloc(positionBytes, this.#last));
      }
      for (let stream = 0; stream < streams; stream += 1) {
        const key = Buffer.alloc(headKeyBytes, 'stream');
        key[0] = stream;
        this.#heads.putSync(key, Buffer.alloc(headBytes, this.#last));
      }
      const segment = Math.floor(this.#last / positionsPerSegment);
      this.#ledger.putSync(segment, Buffer.alloc(ledgerBytes, this.#last));
    });
  }

  /** @returns how many events it has read, one by one */
  readAll(): number {
    let bytes = 0;
    let count = 0;
    for (const { value } of this.#events.getRange({})) {
      bytes += value.length;
      count += 1;
    }
    if (bytes !== count * recordBytes) throw new Error('the floor has lost something');
    return count;
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}
