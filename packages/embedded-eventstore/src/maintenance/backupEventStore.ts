import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { storeFile } from '../storage/storeFiles.ts';
import { flush } from './flush.ts';
import { openSnapshot } from './openSnapshot.ts';

/** What a backup holds. */
export type BackupSummary = {
  events: number;
  /** The position of the newest event in it. */
  lastPosition: number;
  /** The size of the copy. */
  bytes: number;
};

/**
 * Copies the event store of a folder into another folder, as it is at one instant and without free pages, while its
 * server keeps running in another process. The copy gets its final name only once it is complete and flushed; a server
 * can be started on the new folder as it is.
 * @param to created if it does not exist
 * @throws Error when there is no store, or when the target is not empty
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

/** Figures of the copy: the source may have moved on. */
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
