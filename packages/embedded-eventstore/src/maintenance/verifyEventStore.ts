import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedStoreError } from '../storage/damagedStoreError.ts';
import { EventRecord } from '../storage/eventRecord.ts';
import { streamIndexKey, unpackNumber } from '../storage/storeFiles.ts';
import { openSnapshot, type StoreSnapshot } from './openSnapshot.ts';

/** After so many rows others get their turn, and progress is told. */
const ROWS_PER_TURN = 2_000;
/** A store that is damaged all over is not described row by row. */
const PROBLEMS_TOLD = 100;

export interface VerifyOptions {
  dataDir: string;
  /** @param done rows looked at, of `total` */
  onProgress?: (done: number, total: number) => void;
}

/** What a store was found to hold. */
export interface VerifyReport {
  events: number;
  streams: number;
  /** SHA-256 over all records in the order of their positions, as hexadecimal digits: the same for the same history. */
  hash: string;
  /** In plain sentences; none when all is well. */
  problems: string[];
}

/**
 * Reads the whole store of a folder, as it is at one instant, and checks it against itself: checksums, positions and
 * revisions without gaps, every event in the index of its stream and nothing else there. Its server may run meanwhile.
 * LMDB can crash on a damaged file, so that an operator's command runs this in a process of its own.
 * @throws Error when there is no store, or one of another format
 */
export async function verifyEventStore({ dataDir, onProgress }: VerifyOptions): Promise<VerifyReport> {
  const snapshot = openSnapshot(dataDir);
  try {
    return await new Verification(snapshot, onProgress ?? (() => undefined)).run();
  } finally {
    await snapshot.close();
  }
}

class Verification {
  readonly #snapshot: StoreSnapshot;
  readonly #onProgress: (done: number, total: number) => void;
  readonly #hash = createHash('sha256');
  readonly #problems: string[] = [];
  #unnamed = 0;
  #done = 0;
  readonly #total: number;

  constructor(snapshot: StoreSnapshot, onProgress: (done: number, total: number) => void) {
    this.#snapshot = snapshot;
    this.#onProgress = onProgress;
    const { events, streamIndex, streamNumbers, at } = snapshot;
    this.#total = [events, streamIndex, streamNumbers].reduce((rows, table) => rows + table.getKeysCount({ ...at }), 0);
  }

  async run(): Promise<VerifyReport> {
    const events = await this.#checkEvents();
    const indexed = await this.#checkIndex();
    const streams = await this.#checkNames();
    if (indexed !== events) {
      this.#report(`There are ${events} events and ${indexed} entries in the index of the streams.`);
    }
    if (this.#unnamed > 0) this.#problems.push(`${this.#unnamed} more problems are not named here.`);
    return { events, streams, hash: this.#hash.digest('hex'), problems: this.#problems };
  }

  async #checkEvents(): Promise<number> {
    const { events, streamIndex, at } = this.#snapshot;
    let count = 0;
    let expected = 1;
    for (const { key, value } of events.getRange({ ...at })) {
      count += 1;
      if (key !== expected) this.#report(`Positions ${expected} to ${key - 1} are missing.`);
      expected = key + 1;
      this.#hash.update(value);
      const record = this.#recordOf(value, key);
      if (record) {
        const { streamNumber, revision } = record;
        const indexed = streamIndex.get(streamIndexKey(streamNumber, revision), at);
        if (!indexed || unpackNumber(indexed) !== key) {
          this.#report(`The event at position ${key} is not in the index of its stream '${record.streamName}'.`);
        }
      }
      await this.#step();
    }
    return count;
  }

  async #checkIndex(): Promise<number> {
    const { events, streamIndex, at } = this.#snapshot;
    let count = 0;
    for (const { value } of streamIndex.getRange({ ...at })) {
      count += 1;
      const position = unpackNumber(value);
      const bytes = events.get(position, at);
      if (!bytes) this.#report(`The index of the streams names position ${position}, where there is no event.`);
      await this.#step();
    }
    return count;
  }

  async #checkNames(): Promise<number> {
    let count = 0;
    for (const _ of this.#snapshot.streamNumbers.getKeys({ ...this.#snapshot.at })) {
      count += 1;
      await this.#step();
    }
    return count;
  }

  #recordOf(bytes: Buffer, position: number): EventRecord | undefined {
    try {
      return new EventRecord(bytes, position);
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      this.#report(error.message);
      return undefined;
    }
  }

  #report(problem: string): void {
    if (this.#problems.length < PROBLEMS_TOLD) this.#problems.push(problem);
    else this.#unnamed += 1;
  }

  async #step(): Promise<void> {
    this.#done += 1;
    if (this.#done % ROWS_PER_TURN !== 0) return;
    this.#onProgress(this.#done, this.#total);
    await nextTurn();
  }
}
