import { type Database, open, type RootDatabase, type Transaction } from 'lmdb';

type Bytes = Database<Buffer, Buffer>;

/**
 * The LMDB environment: three tables.
 * `catalog`: names, definitions and statistics of collections.
 * `records`: collection id (4 bytes), record id (6) → checksum (4), BSON.
 * `entries`: index id (4), encoded key, and for indexes that are not unique the record id (6) → record id when unique.
 */
export type Environment = {
  root: RootDatabase<Buffer, Buffer>;
  catalog: Bytes;
  records: Bytes;
  entries: Bytes;
};

/** The state to read: a held snapshot, or (undefined) the latest one; inside a write that includes the write itself. */
export type ReadView = Transaction | undefined;

/** `readOnly` opens it while a server in another process owns it. */
export function openEnvironment(folder: string, { readOnly = false } = {}): Environment {
  // overlappingSync would let a commit return before its flush: here, a commit that has returned is on disk.
  const root = open<Buffer, Buffer>({
    path: folder,
    noSubdir: false,
    overlappingSync: false,
    readOnly,
    encoding: 'binary',
    keyEncoding: 'binary',
    cache: false,
    compression: false,
    maxDbs: 4,
    maxReaders: 2048,
  });
  const table = (name: string): Bytes => root.openDB({ name, encoding: 'binary', keyEncoding: 'binary', cache: false });
  return { root, catalog: table('catalog'), records: table('records'), entries: table('entries') };
}

/** `<id, 4 bytes>`: the prefix of all keys of one collection or one index. */
export function idPrefix(id: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(id, 0);
  return prefix;
}

export function recordKey(collectionId: number, recordId: number): Buffer {
  const key = Buffer.allocUnsafe(10);
  key.writeUInt32BE(collectionId, 0);
  key.writeUIntBE(recordId, 4, 6);
  return key;
}

export function recordIdBytes(recordId: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(recordId, 0, 6);
  return bytes;
}
