import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './startError.ts';

/** Raised by every change to the stored layout that an older server could not read. */
const FORMAT = 1;

/** Marks a new folder with the format; rejects with FORMAT_TOO_NEW when a later version wrote it. */
export async function checkFormat(folder: string): Promise<void> {
  const path = join(folder, 'FORMAT');
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) {
    await writeFile(path, `${FORMAT}\n`, { flush: true });
    return;
  }
  const version = Number(found.trim());
  if (version === FORMAT) return;
  throw new StartError(
    'FORMAT_TOO_NEW',
    `The data folder ${folder} was written in format ${found.trim()}; this version reads format ${FORMAT}.`,
  );
}
