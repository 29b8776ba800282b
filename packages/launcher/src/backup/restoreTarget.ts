import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../operation/command.ts';
import { findRunning } from '../operation/installedStores.ts';
import { isThere } from '../operation/isThere.ts';

const asideBeginning = 'before-restore-';

/** Exists while a restore into a data folder is in progress: the folder is incomplete. */
export const unfinishedRestore = 'RESTORE-UNFINISHED';

/** @returns whether a restore into that data folder was interrupted. */
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
 * Checks whether a backup may be restored into a data folder.
 * @returns its entries, to be moved aside; none when it is empty
 * @throws CommandError when an installation runs there, or the folder has content that must not be replaced
 */
export async function checkTarget(dataDir: string, replace: boolean): Promise<string[]> {
  if (await findRunning(dataDir)) throw new CommandError(`Assay runs on ${dataDir}. Stop it first.`);
  const contents = await contentsOf(dataDir);
  if (contents.length === 0 || (await isHalfRestored(dataDir))) return [];
  if (replace) return contents;
  throw new CommandError(
    `${dataDir} is not empty. Choose another folder with --data-dir, or move its content aside with --replace.`,
  );
}

/**
 * Prepares the folder: marks it as incomplete and moves its content into a folder inside it. (Inside, because the data
 * folder itself may be a mounted disk.)
 * @returns where the content was moved; null when there was none
 */
export async function clearTarget(dataDir: string, contents: string[], now: Date): Promise<string | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (await isHalfRestored(dataDir)) {
    for (const name of await contentsOf(dataDir)) {
      if (name !== unfinishedRestore) await rm(join(dataDir, name), { recursive: true });
    }
    return null;
  }
  await writeFile(join(dataDir, unfinishedRestore), 'A restore is in progress or was interrupted. Restore again.\n');
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

/** From now on the folder is a complete installation. */
export async function finishTarget(dataDir: string): Promise<void> {
  await rm(join(dataDir, unfinishedRestore));
}
