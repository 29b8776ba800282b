import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { checkFormat, openTables, type StoreTables, storeFile } from '../storage/storeFiles.ts';

/** The store of a folder at one instant, independent of the server that has it open. */
export type StoreSnapshot = StoreTables & {
  root: RootDatabase<string, string>;
  /** Pass this to every read so that it sees that instant. Ranges need a copy, because LMDB's client writes to it. */
  at: { transaction: Transaction };
  close(): Promise<void>;
};

/**
 * Opens the store of a folder read-only; its server may keep running in another process.
 * @throws Error when there is no store, or one in another format
 */
export function openSnapshot(dataDir: string): StoreSnapshot {
  const path = join(dataDir, storeFile);
  if (!existsSync(path)) throw new Error(`There is no event store in ${dataDir}.`);
  const root = open<string, string>({ path, noSubdir: true, maxDbs: 8, encoding: 'string', readOnly: true });
  const tables = openTables(root);
  // In a store opened read-only, a missing table is not created.
  checkFormat(tables.settings?.get('formatVersion'), dataDir);
  // Only now: opening a table ends the read transaction.
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
