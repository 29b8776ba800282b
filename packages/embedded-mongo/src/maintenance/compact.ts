import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../storage/folderLock.ts';
import { backupMongo } from './backup.ts';
import { dataFile, flushFile } from './dataFolder.ts';

/**
 * Returns the space of deleted data to the disk while no server runs: a compacted copy replaces the file. Needs as much
 * free space as the data take. Rejects with a StartError, DATA_FOLDER_LOCKED while a server runs.
 * @returns the size of the file before and after, in bytes
 */
export async function compactMongo({ dataDir }: { dataDir: string }): Promise<{ before: number; after: number }> {
  const lock = await lockFolder(dataDir);
  try {
    const copy = join(dataDir, 'compacted');
    await rm(copy, { recursive: true, force: true });
    const { size: before } = await stat(join(dataDir, dataFile));
    const { bytes: after } = await backupMongo({ dataDir, to: copy });
    await rename(join(copy, dataFile), join(dataDir, dataFile));
    await flushFile(dataDir, dataFile);
    await rm(copy, { recursive: true, force: true });
    return { before, after };
  } finally {
    await lock.release();
  }
}
