import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { EventStoreStartError } from '../startError.ts';

/** Raised with every change that an older program could not read. */
export const FORMAT_VERSION = 1;

export const STORE_FILE = 'events.mdb';

/** More bytes than any transaction writes. */
const ROOM_FOR_A_COMMIT = 32 * 1024 * 1024;

/** The store's tables. All of them live in one file, so that one transaction covers an append. */
export interface StoreFiles {
  /** position → event record; positions start at 1 and have no gaps. */
  events: Database<Buffer, number>;
  /** stream number and revision ({@link streamIndexKey}) → position, 6 bytes. */
  streamIndex: Database<Buffer, Buffer>;
  /** stream name ({@link streamNameKey} of the directory) → stream number, 6 bytes. */
  streamNumbers: Database<Buffer, Buffer>;
  /**
   * Runs `work` in one transaction and returns when it is on disk. Throws, and changes nothing, when `work` throws,
   * when the disk refuses, or when another process has claimed the store meanwhile.
   */
  commit<Result>(work: () => Result): Result;
  /** Whether the disk has no room for another transaction. LMDB itself calls a full disk an input/output error. */
  isDiskFull(): boolean;
  close(): Promise<void>;
}

/**
 * Opens (or creates) the store in a folder and claims it for this process.
 * @throws EventStoreStartError FORMAT_TOO_NEW when a newer version has written it
 */
export function openStoreFiles(dataDir: string): StoreFiles {
  const root: RootDatabase<string, string> = open<string, string>({
    path: join(dataDir, STORE_FILE),
    noSubdir: true,
    maxDbs: 8,
    encoding: 'string',
    // With it, commits would return before they are on disk.
    overlappingSync: false,
    // Freshly allocated pages must not carry what happened to be in memory to disk.
    noMemInit: false,
  });
  const settings = root.openDB<string, string>('settings', { encoding: 'string' });
  const format = Number(settings.get('formatVersion') ?? FORMAT_VERSION);
  if (format > FORMAT_VERSION) {
    throw new EventStoreStartError(
      'FORMAT_TOO_NEW',
      `The data folder ${dataDir} was written by a newer version (format ${format}); this one reads up to format ${FORMAT_VERSION}. Start the newer version.`,
    );
  }
  const claim = randomUUID();
  root.transactionSync(() => {
    settings.putSync('formatVersion', String(FORMAT_VERSION));
    settings.putSync('claim', claim);
  });
  return {
    events: root.openDB<Buffer, number>('events', { encoding: 'binary' }),
    streamIndex: root.openDB<Buffer, Buffer>('streamIndex', { encoding: 'binary', keyEncoding: 'binary' }),
    streamNumbers: root.openDB<Buffer, Buffer>('streamNumbers', { encoding: 'binary', keyEncoding: 'binary' }),
    commit: (work) =>
      root.transactionSync(() => {
        if (settings.get('claim') !== claim) throw new StoreTakenOverError(dataDir);
        return work();
      }),
    isDiskFull: () => {
      const { bavail, bsize } = statfsSync(dataDir);
      return bavail * bsize < ROOM_FOR_A_COMMIT;
    },
    close: () => root.close(),
  };
}

/** Another process has opened the store although this one holds it: whatever this one remembers may be wrong. */
export class StoreTakenOverError extends Error {
  constructor(dataDir: string) {
    super(`Another event store has taken over the data folder ${dataDir}.`);
    this.name = 'StoreTakenOverError';
  }
}

/** A write was refused for want of room on the disk. Nothing was written; it may be tried again. */
export class DiskFullError extends Error {
  constructor(cause: unknown) {
    super('The disk that holds the events is full.', { cause });
    this.name = 'DiskFullError';
  }
}

/** Stream number and revision, 6 bytes each, so that a stream's revisions lie side by side in order. */
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
