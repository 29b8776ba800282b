import { readFile } from 'node:fs/promises';
import { Turns } from '../../process/turns.ts';

/** One queue for all: configurations of different projects may use the same port without saying so literally. */
const turns = new Turns();

/** What a run of such a project is told. */
export const turnsNote =
  "The project's configuration starts a web server, always on the same port: the run gets one runner on each machine. " +
  'With a port derived from ASSAY_PLACE it gets several.';

/**
 * @param configFile the project's own; null if there is none
 * @returns whether two runners on one machine would be in each other's way.
 */
export async function needsTurns(configFile: string | null): Promise<boolean> {
  const text = configFile ? await readFile(configFile, 'utf8') : '';
  return /\bwebServer\b/.test(text) && !/\bASSAY_PLACE\b/.test(text);
}

/**
 * Playwright starts the server in a project's configuration and ends it with its own process. Two processes on one
 * machine would find the port in use, or lose the server during their tests. So processes whose configuration has a
 * server take turns, unless the configuration derives its port from the slot (ASSAY_PLACE).
 * @param configFile the project's own; null if there is none
 * @returns a function to call when the process has ended.
 */
export async function webServerTurn(configFile: string | null, signal: AbortSignal): Promise<() => void> {
  if (!(await needsTurns(configFile))) return () => undefined;
  return await turns.take(signal);
}
