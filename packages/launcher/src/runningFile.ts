import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from '@assay/concurrency';

/** The addresses and process ids of a running installation, for commands in other terminals. */
export type Running = {
  url: string;
  eventStoreUrl: string;
  mongoUrl: string;
  /** Both stores are the embedded ones of this data folder. */
  embedded: boolean;
  /** The bucket that has its blobs, as people read it; null: they are in the data folder. */
  bucket: string | null;
  pids: Record<string, number | undefined>;
};

function pathIn(dataDir: string): string {
  return join(dataDir, 'running.json');
}

/** So that the last write stays. */
const changes = new Mutex();

export function writeRunning(dataDir: string, running: Running): Promise<void> {
  const path = pathIn(dataDir);
  return changes.run(async () => {
    // Replaced atomically: readers always find a complete file.
    await writeFile(`${path}.new`, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  });
}

export function removeRunning(dataDir: string): Promise<void> {
  return changes.run(() => rm(pathIn(dataDir), { force: true }));
}

/** @returns null when nothing runs on that folder. */
export async function readRunning(dataDir: string): Promise<Running | null> {
  try {
    return JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as Running;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
