import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a running installation's parts are, for the commands that people type beside it. */
export type Running = {
  url: string;
  eventStoreUrl: string;
  mongoUrl: string;
  /** Both stores are the embedded ones of this data folder. */
  embedded: boolean;
  pids: Record<string, number | undefined>;
};

function pathIn(dataDir: string): string {
  return join(dataDir, 'running.json');
}

export async function writeRunning(dataDir: string, running: Running): Promise<void> {
  await writeFile(pathIn(dataDir), `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
}

export async function removeRunning(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
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
