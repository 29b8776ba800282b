import { timingSafeEqual } from 'node:crypto';
import type { Binary, Db } from 'mongodb';
import { openMasterKey } from './masterKey.ts';
import { checkValueOf } from './masterKeyCheck.ts';

export type KeysReport = {
  /** How many keys the master key opens. */
  usable: number;
  /** Ids of erased keys. */
  erased: string[];
  /** Ids of keys it does not open: damaged, or wrapped by another master key. */
  unusable: string[];
  /** Whether this is the master key that the data was written with; null if nothing was written yet. */
  isMasterKey: boolean | null;
};

/**
 * Tries every stored key, changing nothing.
 * @param secret the master key; null to learn only which keys were erased
 * @throws OperationsError `masterKey.invalid` when it is not 32 bytes long
 */
export async function verifyKeys(db: Db, secret: Buffer | null): Promise<KeysReport> {
  const masterKey = secret && openMasterKey(secret);
  const report: KeysReport = { usable: 0, erased: [], unusable: [], isMasterKey: null };
  const begun = await db.collection<{ _id: string; check: string }>('installation').findOne({ _id: 'masterKey' });
  if (begun && masterKey) {
    const check = Buffer.from(checkValueOf(masterKey), 'hex');
    const stored = Buffer.from(begun.check, 'hex');
    report.isMasterKey = stored.length === check.length && timingSafeEqual(stored, check);
  }
  for await (const { _id, wrapped } of db.collection<{ _id: string; wrapped: Binary | null }>('keys').find()) {
    if (!wrapped) {
      report.erased.push(_id);
      continue;
    }
    if (!masterKey) continue;
    try {
      masterKey.unwrap(_id, Buffer.from(wrapped.value()));
      report.usable += 1;
    } catch {
      // Only their ids can be reported.
      report.unusable.push(_id);
    }
  }
  return report;
}
