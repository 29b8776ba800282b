import { timingSafeEqual } from 'node:crypto';
import type { Db } from 'mongodb';
import { isDuplicateKey } from '../duplicateKey.ts';
import { OperationsError } from '../operationsError.ts';
import type { MasterKey } from './masterKey.ts';

type InstallationRow = { _id: 'masterKey'; check: string };

/** @returns a value that only this master key produces, and that reveals nothing about it. */
export function checkValueOf(masterKey: MasterKey): string {
  return masterKey.hmac('check value', 'is this the master key?');
}

/**
 * Checks a stored value that only this master key produces; the first start of an installation stores it.
 * @throws OperationsError `masterKey.wrong` when the installation was created with another master key. Starting with
 * the wrong one would write new data that the right key cannot read.
 */
export async function checkMasterKey(db: Db, masterKey: MasterKey): Promise<void> {
  const rows = db.collection<InstallationRow>('installation');
  const check = checkValueOf(masterKey);
  try {
    await rows.insertOne({ _id: 'masterKey', check });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const stored = await rows.findOne({ _id: 'masterKey' });
    const fits = stored !== null && timingSafeEqual(Buffer.from(stored.check, 'hex'), Buffer.from(check, 'hex'));
    if (fits) return;
    throw new OperationsError(
      'masterKey.wrong',
      'This is not the master key that the data was written with. Give the right one (ASSAY_MASTER_KEY or the key file).',
    );
  }
}
