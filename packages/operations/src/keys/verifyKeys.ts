import { Binary, type Db } from 'mongodb';
import { openMasterKey } from './masterKey.ts';
import { keyOf, masterKeyRows } from './masterKeyRow.ts';
import { openedBy } from './rewrap.ts';
import { type WrappedKind, wrappedKinds } from './wrappedThings.ts';

export type KeysReport = {
  /** How many data keys the master key opens. */
  usable: number;
  /** How many other things it opens: second factors, sign-ins at services and the like. */
  othersUsable: number;
  /** Ids of erased keys. */
  erased: string[];
  /** What it does not open, damaged or wrapped by another master key: ids of keys, and of others with their kind. */
  unusable: string[];
  /** Whether this is the master key that the data was written with; null if nothing was written yet. */
  isMasterKey: boolean | null;
  /** Whether the master key is being replaced, and the one before is still needed. */
  isReplaced: boolean;
};

/**
 * Tries everything that is wrapped, changing nothing.
 * @param secrets the master keys at hand, two while it is replaced; null to learn only which keys were erased
 * @throws OperationsError `masterKey.invalid` when one is not 32 bytes long
 */
export async function verifyKeys(db: Db, secrets: readonly Buffer[] | null): Promise<KeysReport> {
  const keys = secrets?.map((secret) => openMasterKey(secret)) ?? null;
  const row = await masterKeyRows(db).findOne({ _id: 'masterKey' });
  const report: KeysReport = {
    usable: 0,
    othersUsable: 0,
    erased: [],
    unusable: [],
    isMasterKey: row && keys && keyOf(keys, row.check) !== undefined,
    isReplaced: Boolean(row?.previous),
  };
  for (const kind of Object.values<WrappedKind>(wrappedKinds)) {
    const isKey = kind === wrappedKinds.dataKeys;
    const rows = db.collection<{ _id: string } & Record<string, unknown>>(kind.collection);
    for await (const each of rows.find({}, { projection: { [kind.field]: 1 } })) {
      const wrapped = each[kind.field];
      if (!(wrapped instanceof Binary)) {
        if (isKey) report.erased.push(each._id);
      } else if (keys?.some((key) => openedBy(key, kind.idOf(each._id), wrapped))) {
        if (isKey) report.usable += 1;
        else report.othersUsable += 1;
      } else if (keys) report.unusable.push(isKey ? each._id : `${kind.collection} ${each._id}`);
    }
  }
  return report;
}
