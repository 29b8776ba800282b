import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './startError.ts';

/** Incremented by every change of the stored layout that an older server could not read. */
const currentFormat = 2;

/**
 * Marks a new folder with the format and brings an older one up to it with `upgrade`, which may run again after it was
 * interrupted. Rejects with FORMAT_TOO_NEW when a later version wrote the folder.
 */
export async function ensureFormat(folder: string, upgrade: () => Promise<void>): Promise<void> {
  const found = await readFormat(folder);
  if (found === currentFormat) return;
  if (found !== undefined) await upgrade();
  await writeFormat(folder);
}

/** Rejects with FORMAT_TOO_NEW or FORMAT_TOO_OLD unless the folder is in the format of this version. */
export async function requireFormat(folder: string): Promise<void> {
  const found = await readFormat(folder);
  if (found === currentFormat) return;
  throw new StartError(
    'FORMAT_TOO_OLD',
    `The data folder ${folder} was written by an earlier version; start the document store on it once.`,
  );
}

/** Marks the folder with the format of this version. */
export async function writeFormat(folder: string): Promise<void> {
  const path = join(folder, 'FORMAT');
  await writeFile(`${path}.new`, `${currentFormat}\n`, { flush: true });
  await rename(`${path}.new`, path);
}

async function readFormat(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'FORMAT'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const version = Number(text.trim());
  if (version >= 1 && version <= currentFormat) return version;
  throw new StartError(
    'FORMAT_TOO_NEW',
    `The data folder ${folder} was written in format ${text.trim()}; this version reads format ${currentFormat}.`,
  );
}
