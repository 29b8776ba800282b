import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

/** What the store makes of one of the bench's events: record and index entry. */
export const RECORD_BYTES = 480;
const INDEX_KEY_BYTES = 12;
const POSITION_BYTES = 6;

/** Raw LMDB in this process: two tables as the store's two largest, each commit on disk before it returns. */
export class RawLmdb {
  readonly #root;
  readonly #events;
  readonly #index;
  #last = 0;

  constructor(folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.#root = open({ path: join(folder, 'raw.mdb'), noSubdir: true, overlappingSync: false, noMemInit: false });
    this.#events = this.#root.openDB<Buffer, number>('events', { encoding: 'binary' });
    this.#index = this.#root.openDB<Buffer, Buffer>('index', { encoding: 'binary', keyEncoding: 'binary' });
  }

  /** Writes so many events in one transaction. */
  commit(events: number): void {
    this.#root.transactionSync(() => {
      for (let n = 0; n < events; n += 1) {
        this.#last += 1;
        const key = Buffer.alloc(INDEX_KEY_BYTES);
        key.writeUIntBE(this.#last % 64, 0, 6);
        key.writeUIntBE(this.#last, 6, 6);
        this.#events.putSync(this.#last, Buffer.alloc(RECORD_BYTES, this.#last));
        this.#index.putSync(key, Buffer.alloc(POSITION_BYTES, this.#last));
      }
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
    if (bytes !== count * RECORD_BYTES) throw new Error('the floor has lost something');
    return count;
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}
