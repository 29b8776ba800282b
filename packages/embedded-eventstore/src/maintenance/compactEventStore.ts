import { rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../storage/folderLock.ts';
import { storeFile } from '../storage/storeFiles.ts';
import { flush } from './flush.ts';
import { openSnapshot } from './openSnapshot.ts';

/**
 * Rewrites the store of a folder without its free pages, which LMDB reuses but never gives back to the disk. Needs as
 * much free space as the result takes. Its server must not run.
 * @returns the size of the file before and after
 * @throws EventStoreStartError DATA_FOLDER_LOCKED
 * @throws Error when there is no store
 */
export async function compactEventStore({ dataDir }: { dataDir: string }): Promise<{ before: number; after: number }> {
  const unlock = await lockFolder(dataDir);
  try {
    return await compactLocked(dataDir);
  } finally {
    await unlock();
  }
}

/** The same, for a caller that already holds the lock of the folder. */
export async function compactLocked(dataDir: string): Promise<{ before: number; after: number }> {
  const path = join(dataDir, storeFile);
  const compacted = `${path}.compacted`;
  rmSync(compacted, { force: true });
  const snapshot = openSnapshot(dataDir);
  try {
    await snapshot.root.backup(compacted, true);
  } finally {
    await snapshot.close();
  }
  await flush(compacted);
  const sizes = { before: statSync(path).size, after: statSync(compacted).size };
  await rename(compacted, path);
  await flush(dataDir);
  // It belongs to the old file and is created again.
  rmSync(`${path}-lock`, { force: true });
  return sizes;
}
