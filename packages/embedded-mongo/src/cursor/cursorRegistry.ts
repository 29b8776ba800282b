import { randomBytes } from 'node:crypto';
import type { Value } from '../bson/values.ts';
import { type MongoError, mongoError } from '../errors/mongoError.ts';
import type { Pace } from './pace.ts';

export type Batch = {
  documents: Value[];
  /** Nothing more will follow. */
  exhausted: boolean;
};

/** The source of a cursor's batches. */
export type BatchSource = {
  /** Up to `limit` documents (0: as many as fit in a reply). */
  nextBatch(limit: number, pace: Pace): Promise<Batch>;
  close(): void;
  /** For await-data cursors: resolves when there may be more, or after the given time. */
  waitForMore?(milliseconds: number, interrupted: () => boolean): Promise<void>;
};

export type OpenCursor = {
  id: bigint;
  namespace: string;
  source: BatchSource;
  batchSize: number;
  lastUsed: number;
  busy: boolean;
  killed: boolean;
  noTimeout: boolean;
};

const idleMs = 10 * 60 * 1000;
const sweepMs = 30 * 1000;

/** The open cursors of all clients; those unused for ten minutes are closed. */
export class CursorRegistry {
  readonly #cursors = new Map<bigint, OpenCursor>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.closeIdle(Date.now()), sweepMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#cursors.size;
  }

  register(namespace: string, source: BatchSource, batchSize: number, noTimeout: boolean): OpenCursor {
    const id = (randomBytes(8).readBigUInt64BE(0) >> 2n) + 1n;
    const cursor = { id, namespace, source, batchSize, lastUsed: Date.now(), busy: false, killed: false, noTimeout };
    this.#cursors.set(id, cursor);
    return cursor;
  }

  /** Throws CursorNotFound; CursorInUse while another getMore runs. */
  checkOut(id: bigint, namespace: string): OpenCursor {
    const cursor = this.#cursors.get(id);
    if (cursor === undefined) throw cursorNotFound(id);
    if (cursor.namespace !== namespace) {
      throw mongoError(
        'Unauthorized',
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    if (cursor.busy) throw mongoError('CursorInUse', `cursor id ${id} is already in use`);
    cursor.busy = true;
    return cursor;
  }

  checkIn(cursor: OpenCursor): void {
    cursor.busy = false;
    cursor.lastUsed = Date.now();
  }

  /** False when there is no such cursor. */
  kill(id: bigint): boolean {
    const cursor = this.#cursors.get(id);
    if (cursor === undefined) return false;
    cursor.killed = true;
    this.#cursors.delete(id);
    cursor.source.close();
    return true;
  }

  killAll(): void {
    clearInterval(this.#timer);
    for (const id of [...this.#cursors.keys()]) this.kill(id);
  }

  closeIdle(now: number): void {
    for (const cursor of [...this.#cursors.values()]) {
      if (!cursor.busy && !cursor.noTimeout && now - cursor.lastUsed > idleMs) this.kill(cursor.id);
    }
  }
}

export function cursorNotFound(id: bigint): MongoError {
  return mongoError('CursorNotFound', `cursor id ${id} not found`);
}
