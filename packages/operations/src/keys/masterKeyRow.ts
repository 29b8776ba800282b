import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Binary, type Db } from 'mongodb';
import { isDuplicateKey } from '../duplicateKey.ts';
import type { MasterKey } from './masterKey.ts';

/** What is hashed under a secret and stored for good: these secrets outlive every master key. */
export const lastingPurposes = ['look-up', 'recovery code'] as const;
export type LastingPurpose = (typeof lastingPurposes)[number];

/** A key by which addresses of blobs were signed before the master key was replaced, wrapped; valid until then. */
type EarlierSigning = { secret: Binary; until: Date };

/** Which master key counts, and what is known of one that is to follow or went before. */
export type MasterKeyRow = {
  _id: 'masterKey';
  /** The check value of the key that counts: whatever is wrapped is wrapped by it. */
  check: string;
  /** The secrets of lasting hashes, wrapped; missing where an earlier version has stored the row. */
  hashing?: Record<LastingPurpose, Binary>;
  /** Announced to the processes: they are to have it at hand before it counts. */
  next?: { check: string; since: Date } | null;
  /** Counted before, and may still be what some things are wrapped by. */
  previous?: { check: string; since: Date } | null;
  earlierSigning?: EarlierSigning[];
};

export function masterKeyRows(db: Db) {
  return db.collection<MasterKeyRow>('installation');
}

/** The ids under which the secrets of the row are wrapped. */
export const hashingId = (purpose: LastingPurpose) => `hashing ${purpose}`;
export const signingId = 'signing of blob addresses';
export const signingPurpose = 'blob address';

/** @returns the key of that check value */
export function keyOf(keys: Iterable<MasterKey>, check: string): MasterKey | undefined {
  const wanted = Buffer.from(check, 'hex');
  return [...keys].find((key) => {
    const has = Buffer.from(key.check, 'hex');
    return has.length === wanted.length && timingSafeEqual(has, wanted);
  });
}

export function wrapHashing(
  key: MasterKey,
  secretOf: (purpose: LastingPurpose) => Buffer,
): Record<LastingPurpose, Binary> {
  const wrap = (purpose: LastingPurpose) => new Binary(key.wrap(hashingId(purpose), secretOf(purpose)));
  return { 'look-up': wrap('look-up'), 'recovery code': wrap('recovery code') };
}

export function unwrapHashing(key: MasterKey, hashing: Record<LastingPurpose, Binary>): Record<LastingPurpose, Buffer> {
  const unwrap = (purpose: LastingPurpose) => key.unwrap(hashingId(purpose), Buffer.from(hashing[purpose].value()));
  return { 'look-up': unwrap('look-up'), 'recovery code': unwrap('recovery code') };
}

/** @returns the row; the first start of an installation makes it, with the first of the keys. */
export async function findOrMakeRow(db: Db, first: MasterKey): Promise<MasterKeyRow> {
  const rows = masterKeyRows(db);
  const known = await rows.findOne({ _id: 'masterKey' });
  if (known) return known;
  const row: MasterKeyRow = {
    _id: 'masterKey',
    check: first.check,
    hashing: wrapHashing(first, () => randomBytes(32)),
  };
  try {
    await rows.insertOne(row);
    return row;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return findOrMakeRow(db, first);
  }
}

/**
 * Gives the row of an earlier version its secrets of hashes: those that its master key stood for, so that whatever is
 * stored is found.
 */
export async function storeHashing(db: Db, key: MasterKey): Promise<void> {
  await masterKeyRows(db).updateOne(
    { _id: 'masterKey', check: key.check, hashing: { $exists: false } },
    { $set: { hashing: wrapHashing(key, key.hmacKey) } },
  );
}
