import { dirname, join } from 'node:path';
import { openMongoClient, operationsDatabase, verifyKeys } from '@assay/operations';
import type { Db, MongoClient } from 'mongodb';
import { isThere } from '../operation/isThere.ts';
import { startStores } from '../startStores.ts';
import { type Child, StartFailed, superviseChild } from '../supervision/child.ts';
import { type Backup, backupsIn } from './backupManifest.ts';

/** @returns the keys that are erased by now, according to all backups in the same folder. */
export async function erasedInBackups({ folder }: Backup): Promise<string[]> {
  return (await backupsIn(dirname(folder))).flatMap(({ manifest }) => manifest.erasedKeys);
}

/**
 * Asks the installation that is being replaced.
 * @returns null when its document store can no longer be started
 * @throws StartFailed when it is in use
 */
export async function erasedInInstallation(dataDir: string, distDir: string): Promise<string[] | null> {
  if (!(await isThere(join(dataDir, 'mongo')))) return [];
  const children: Child[] = [];
  let client: MongoClient | null = null;
  try {
    const { mongoUrl } = await startStores({ dataDir, eventStoreUrl: 'not needed', mongoUrl: null }, (spec) => {
      const child = superviseChild({ spec, distDir, say: () => undefined, onChange: async () => undefined });
      children.push(child);
      return child.ready;
    });
    client = openMongoClient(mongoUrl);
    return (await verifyKeys(client.db(operationsDatabase), null)).erased;
  } catch (error) {
    if (error instanceof StartFailed && /in use/.test(error.message)) throw error;
    return null;
  } finally {
    await client?.close();
    await Promise.all(children.map((child) => child.stop()));
  }
}

/** Erases keys that a restore has brought back. @returns their number */
export async function eraseAgain(db: Db, keyIds: ReadonlySet<string>, now: Date): Promise<number> {
  const { modifiedCount } = await db
    .collection<{ _id: string; wrapped: unknown }>('keys')
    .updateMany({ _id: { $in: [...keyIds] }, wrapped: { $ne: null } }, { $set: { wrapped: null, erasedAt: now } });
  return modifiedCount;
}
