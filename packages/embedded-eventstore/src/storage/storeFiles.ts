import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { EventStoreStartError } from '../startError.ts';
import { DamagedStoreError } from './damagedStoreError.ts';
import { StreamHeads } from './streamHeads.ts';

/** Incremented with every change that an older program could not read. */
export const formatVersion = 2;

export const storeFile = 'events.mdb';

/** More bytes than any transaction writes. */
const commitReserveBytes = 32 * 1024 * 1024;

/** The store's tables. All of them live in one file, so that one transaction covers an append. */
export type StoreTables = {
  /** position → event record; positions start at 1. */
  events: Database<Buffer, number>;
  /** stream number and revision ({@link streamIndexKey}) → position, 6 bytes. */
  streamIndex: Database<Buffer, Buffer>;
  /** stream name → number, last revision and the like: {@link StreamHeads}. */
  streamHeads: Database<Buffer, Buffer>;
  /** segment number → what the segment must hold: {@link SegmentLedger}. */
  ledger: Database<Buffer, number>;
  /** Settings and state of the store itself, by name. */
  settings: Database<string, string>;
};

/** The store, opened by its server. */
export type StoreFiles = StoreTables & {
  /**
   * Runs `work` in one transaction and returns once it is on disk. Throws, and changes nothing, when `work` throws,
   * when the disk fails, or when another process has claimed the store in the meantime.
   */
  commit<Result>(work: () => Result): Result;
  /**
   * The same, written and flushed by another thread: `work` runs in a turn of its own, and other work runs until the
   * disk is done. Only one at a time.
   */
  commitAside(work: () => void): Promise<void>;
  /** Whether the disk has no room for another transaction. LMDB reports a full disk as an input/output error. */
  isDiskFull(): boolean;
  close(): Promise<void>;
};

/**
 * Opens (or creates) the store in a folder and claims it for this process.
 * @throws EventStoreStartError FORMAT_TOO_NEW, FORMAT_TOO_OLD
 * @throws DamagedStoreError when the folder does not hold an intact store
 */
export function openStoreFiles(dataDir: string): StoreFiles {
  const path = join(dataDir, storeFile);
  if (!existsSync(path)) createStore(path);
  const root = openRoot(path);
  const tables = openTables(root);
  const { settings } = tables;
  checkFormat(settings.get('formatVersion'), dataDir);
  const claim = randomUUID();
  root.transactionSync(() => settings.putSync('claim', claim));
  const requireClaim = () => {
    if (settings.get('claim') !== claim) throw new StoreTakenOverError(dataDir);
  };
  return {
    ...tables,
    commit: (work) =>
      root.transactionSync(() => {
        requireClaim();
        return work();
      }),
    commitAside: async (work) => {
      try {
        // A child transaction, because LMDB's client does not undo what a plain asynchronous one wrote before it threw.
        await root.childTransaction(() => {
          requireClaim();
          work();
        });
      } catch (error) {
        throw await causeOf(error);
      }
    },
    isDiskFull: () => {
      const { bavail, bsize } = statfsSync(dataDir);
      return bavail * bsize < commitReserveBytes;
    },
    close: () => root.close(),
  };
}

/** LMDB's client reports in a promise why a commit on its other thread failed. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  try {
    await error.commitError;
  } catch (cause) {
    return cause;
  }
  return error;
}

function openRoot(path: string): RootDatabase<string, string> {
  return open<string, string>({
    path,
    noSubdir: true,
    maxDbs: 8,
    encoding: 'string',
    // With it, commits would return before they are on disk.
    overlappingSync: false,
    // Keeps stale memory out of freshly allocated pages on disk.
    noMemInit: false,
    // With it, a commit that fails on the other thread also rejects a promise that nobody can handle.
    eventTurnBatching: false,
  });
}

/** The tables of a store. Missing ones are created unless it is opened read-only. */
export function openTables(root: RootDatabase<string, string>): StoreTables {
  return {
    events: root.openDB<Buffer, number>('events', { encoding: 'binary' }),
    streamIndex: root.openDB<Buffer, Buffer>('streamIndex', { encoding: 'binary', keyEncoding: 'binary' }),
    streamHeads: root.openDB<Buffer, Buffer>('streamHeads', { encoding: 'binary', keyEncoding: 'binary' }),
    ledger: root.openDB<Buffer, number>('ledger', { encoding: 'binary' }),
    settings: root.openDB<string, string>('settings', { encoding: 'string' }),
  };
}

/**
 * A file gets its name once it is an intact, empty store: so a file of that name in which nothing is found is known to
 * be damaged.
 */
function createStore(path: string): void {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  const root = openRoot(unfinished);
  const { settings, streamHeads } = openTables(root);
  root.transactionSync(() => {
    settings.putSync('formatVersion', String(formatVersion));
    new StreamHeads(streamHeads).createFirstRow();
  });
  void root.close();
  rmSync(`${unfinished}-lock`, { force: true });
  renameSync(unfinished, path);
}

/** @param stored the format number found in the store */
export function checkFormat(stored: string | undefined, dataDir: string): void {
  if (stored === undefined) throw new DamagedStoreError('The store does not name its format.');
  const format = Number(stored);
  if (format === formatVersion) return;
  const isNewer = !(format < formatVersion);
  throw new EventStoreStartError(
    isNewer ? 'FORMAT_TOO_NEW' : 'FORMAT_TOO_OLD',
    `The data folder ${dataDir} was written by ${isNewer ? 'a newer' : 'an older'} version (format ${stored}); this one has format ${formatVersion}. Start that version.`,
  );
}

/** Another process has opened the store although this one holds it: whatever is cached here may be wrong. */
export class StoreTakenOverError extends Error {
  constructor(dataDir: string) {
    super(`Another event store has taken over the data folder ${dataDir}.`);
    this.name = 'StoreTakenOverError';
  }
}

/** A write was refused because the disk is full. Nothing was written; it may be tried again. */
export class DiskFullError extends Error {
  constructor(cause: unknown) {
    super('The disk that holds the events is full.', { cause });
    this.name = 'DiskFullError';
  }
}

/** Stream number and revision, 6 bytes each, so that the revisions of a stream are adjacent and in order. */
export function streamIndexKey(streamNumber: number, revision: number): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUIntBE(streamNumber, 0, 6);
  key.writeUIntBE(revision, 6, 6);
  return key;
}

/** A whole number below 2^48 as the 6 bytes the tables hold. */
export function packNumber(value: number): Buffer {
  const packed = Buffer.allocUnsafe(6);
  packed.writeUIntBE(value, 0, 6);
  return packed;
}

export const unpackNumber = (packed: Buffer): number => packed.readUIntBE(0, 6);
