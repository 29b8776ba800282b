import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../operation/command.ts';
import { findRunning, isThere } from '../operation/installedStores.ts';

const asideBeginning = 'before-restore-';

/** There while a restore into a data folder is under way: what is in the folder is not whole. */
export const unfinishedRestore = 'RESTORE-UNFINISHED';

/** @returns whether a restore into that data folder was broken off. */
export function isHalfRestored(dataDir: string): Promise<boolean> {
  return isThere(join(dataDir, unfinishedRestore));
}

async function contentsOf(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(dataDir)).filter((name) => !name.startsWith(asideBeginning));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Looks whether a backup may be restored into a data folder.
 * @returns what is in it that is to be moved aside; nothing when it is empty
 * @throws CommandError when an installation runs there, or there is something and it is not to be replaced
 */
export async function checkTarget(dataDir: string, replace: boolean): Promise<string[]> {
  if (await findRunning(dataDir)) throw new CommandError(`Assay runs on ${dataDir}. Stop it first.`);
  const contents = await contentsOf(dataDir);
  if (contents.length === 0 || (await isHalfRestored(dataDir))) return [];
  if (replace) return contents;
  throw new CommandError(
    `${dataDir} is not empty. Choose another folder with --data-dir, or move what is there aside with --replace.`,
  );
}

/**
 * Makes the folder ready: marked as not whole, and free of what was there, which is moved into a folder within it.
 * (Within, for the data folder itself may be a mounted disk.)
 * @returns where it was moved to; null when there was nothing
 */
export async function clearTarget(dataDir: string, contents: string[], now: Date): Promise<string | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (await isHalfRestored(dataDir)) {
    for (const name of await contentsOf(dataDir)) {
      if (name !== unfinishedRestore) await rm(join(dataDir, name), { recursive: true });
    }
    return null;
  }
  await writeFile(join(dataDir, unfinishedRestore), 'A restore is under way or was broken off. Restore again.\n');
  if (contents.length === 0) return null;
  const aside = join(
    dataDir,
    `${asideBeginning}${now
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')}`,
  );
  await mkdir(aside, { mode: 0o700 });
  for (const name of contents) await rename(join(dataDir, name), join(aside, name));
  return aside;
}

/** From here on the folder is a whole installation. */
export async function finishTarget(dataDir: string): Promise<void> {
  await rm(join(dataDir, unfinishedRestore));
}
