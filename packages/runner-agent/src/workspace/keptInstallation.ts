import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from './retryWhileHeld.ts';

const building = new Map<string, Promise<void>>();

/** @returns the folder for these texts: the same for all runs that install from the same inputs. */
export function keptFolder(cache: string, from: readonly string[]): string {
  return join(cache, createHash('sha256').update(from.join('\0')).digest('hex').slice(0, 32));
}

/**
 * Fills a folder of the cache once, in place, because an installation cannot be moved afterwards. Concurrent runs wait
 * for the first; a half-filled folder is filled again.
 * @returns whether it existed already.
 */
export async function fillOnce(folder: string, fill: () => Promise<void>): Promise<boolean> {
  const complete = join(folder, '.complete');
  const others = building.get(folder);
  // The run that began it reports its failure; this run tries again.
  if (others) await others.catch(() => undefined);
  if (existsSync(complete)) return true;
  const own = (async () => {
    await removeFolder(folder);
    await mkdir(folder, { recursive: true });
    await fill();
    await writeFile(complete, '');
  })();
  building.set(folder, own);
  try {
    await own;
  } finally {
    if (building.get(folder) === own) building.delete(folder);
  }
  return false;
}
