import type { Collection } from './collection.ts';
import { openRecord, sealRecord } from './sealedRecord.ts';
import { SetHash } from './setHash.ts';

export type Statistics = Pick<Collection, 'count' | 'bytes' | 'hash'>;

/** The stored counts and hash of a collection: 8 bytes each, sealed. */
export function writeStatistics({ count, bytes, hash }: Statistics): Buffer {
  const row = Buffer.allocUnsafe(24);
  row.writeDoubleBE(count, 0);
  row.writeDoubleBE(bytes, 8);
  row.writeUInt32BE(hash.high, 16);
  row.writeUInt32BE(hash.low, 20);
  return sealRecord(row);
}

export function readStatistics(sealed: Buffer, namespace: string): Statistics {
  const row = openRecord(sealed, namespace);
  return {
    count: row.readDoubleBE(0),
    bytes: row.readDoubleBE(8),
    hash: new SetHash(row.readUInt32BE(20), row.readUInt32BE(16)),
  };
}

export type CatalogHead = {
  nextId: number;
  /** Their number, which reveals a definition that a damaged file leaves out. */
  collections: number;
};

export function writeHead({ nextId, collections }: CatalogHead): Buffer {
  const row = Buffer.allocUnsafe(8);
  row.writeUInt32BE(nextId, 0);
  row.writeUInt32BE(collections, 4);
  return sealRecord(row);
}

export function readHead(sealed: Buffer): CatalogHead {
  const row = openRecord(sealed, 'the catalog');
  return { nextId: row.readUInt32BE(0), collections: row.readUInt32BE(4) };
}
