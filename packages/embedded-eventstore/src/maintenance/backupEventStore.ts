import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { storeFile } from '../storage/storeFiles.ts';
import { flush } from './flush.ts';
import { openSnapshot } from './openSnapshot.ts';

/** What a backup holds. */
export type BackupSummary = {
  events: number;
  /** The position of the newest event that it holds. */
  lastPosition: number;
  /** The size of the copy. */
  bytes: number;
};

/**
 * Copies the event store of a folder into another folder: all of it as it is at one instant, without free pages, while
 * its server goes on in another process. The copy has its final name only when it is whole and on disk; a folder with
 * it can be started from as it is.
 * @param to made if it does not exist
 * @throws Error when there is no store, or when the target holds anything already
 */
export async function backupEventStore({ dataDir, to }: { dataDir: string; to: string }): Promise<BackupSummary> {
  if (existsSync(to) && readdirSync(to).length > 0) {
    throw new Error(`The folder ${to} is not empty. A backup goes into a folder of its own.`);
  }
  const source = openSnapshot(dataDir);
  const copy = join(to, storeFile);
  const unfinished = `${copy}.unfinished`;
  mkdirSync(to, { recursive: true });
  try {
    await source.root.backup(unfinished, true);
    await flush(unfinished);
    await rename(unfinished, copy);
    await flush(to);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    await source.close();
  }
  return { ...(await contentOf(to)), bytes: statSync(copy).size };
}

/** Of the copy, not of the source: that has gone on meanwhile. */
async function contentOf(folder: string): Promise<{ events: number; lastPosition: number }> {
  const copy = openSnapshot(folder);
  try {
    const [lastPosition = 0] = copy.events.getKeys({ ...copy.at, reverse: true, limit: 1 });
    return { events: copy.events.getKeysCount({ ...copy.at }), lastPosition };
  } finally {
    await copy.close();
    rmSync(join(folder, `${storeFile}-lock`), { force: true });
  }
}
