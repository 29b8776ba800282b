import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { checkFormat, openTables, type StoreTables, storeFile } from '../storage/storeFiles.ts';

/** The store of a folder as it was at one instant, beside whoever has it open. */
export type StoreSnapshot = StoreTables & {
  root: RootDatabase<string, string>;
  /** What every read has to be given, to see that instant; ranges in a copy, since LMDB's client writes to it. */
  at: { transaction: Transaction };
  close(): Promise<void>;
};

/**
 * Opens the store of a folder for reading only; its server may run meanwhile, in another process.
 * @throws Error when there is no store, or one of another format
 */
export function openSnapshot(dataDir: string): StoreSnapshot {
  const path = join(dataDir, storeFile);
  if (!existsSync(path)) throw new Error(`There is no event store in ${dataDir}.`);
  const root = open<string, string>({ path, noSubdir: true, maxDbs: 8, encoding: 'string', readOnly: true });
  const tables = openTables(root);
  // A table that is missing is not made in a store that is open for reading only.
  checkFormat(tables.settings?.get('formatVersion'), dataDir);
  // Not before: opening a table ends the transaction that reads.
  const transaction = tables.events.useReadTransaction();
  return {
    root,
    ...tables,
    at: { transaction },
    close: async () => {
      transaction.done();
      await root.close();
    },
  };
}
