import { readFile } from 'node:fs/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Playwright starts the server that a project's configuration names and ends it with its own process. Two processes on
 * one machine would find the port taken, or lose the server under their feet; so those whose configuration names a
 * server take turns, unless it chooses its port by the place (ASSAY_PLACE) and so knows of the others.
 *
 * @param configFile the project's own; null for none
 * @returns to be called when the process has ended.
 */
export async function webServerTurn(configFile: string | null, signal: AbortSignal): Promise<() => void> {
  const text = configFile ? await readFile(configFile, 'utf8') : '';
  if (!/\bwebServer\b/.test(text) || /\bASSAY_PLACE\b/.test(text)) return () => undefined;
  // One queue for all: configurations of different projects may name the same port, and not in so many words.
  const before = last;
  let over = (): void => undefined;
  const mine = new Promise<void>((resolve) => {
    over = resolve;
  });
  last = before.then(() => mine);
  await Promise.race([before, abortOf(signal)]);
  if (signal.aborted) over();
  signal.throwIfAborted();
  return over;
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
