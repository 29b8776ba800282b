import { access, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, openEnvironment } from '../storage/environment.ts';
import { requireFormat } from '../storage/formatVersion.ts';
import { StartError } from '../storage/startError.ts';

/** The file LMDB keeps everything in. */
export const dataFile = 'data.mdb';

/**
 * Opens a store for reading, with or without a running server, and closes it again. Rejects with a StartError NO_DATA,
 * FORMAT_TOO_NEW or FORMAT_TOO_OLD.
 */
export async function withReadOnly<T>(folder: string, use: (environment: Environment) => Promise<T>): Promise<T> {
  await access(join(folder, dataFile)).catch(() => {
    throw new StartError('NO_DATA', `There is no document store in ${folder}.`);
  });
  await requireFormat(folder);
  const environment = openEnvironment(folder, { readOnly: true });
  try {
    return await use(environment);
  } finally {
    await environment.root.close();
  }
}

/** Rejects with TARGET_NOT_EMPTY. */
export async function requireEmpty(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) return;
  throw new StartError('TARGET_NOT_EMPTY', `${folder} is not empty; a backup goes into a folder of its own.`);
}

/** Flushes a file and its folder entry to disk; returns its size. */
export async function flushFile(folder: string, name: string): Promise<number> {
  const path = join(folder, name);
  for (const each of process.platform === 'win32' ? [path] : [path, folder]) {
    const handle = await open(each, each === path ? 'r+' : 'r');
    await handle.sync().finally(() => handle.close());
  }
  return (await stat(path)).size;
}
