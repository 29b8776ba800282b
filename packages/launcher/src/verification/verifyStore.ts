import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { VerifyLine } from './verifyStoreProcess.ts';

export type StoreReport = {
  /** A description of its content; null when that is unknown. */
  holds: string | null;
  problems: string[];
};

/**
 * Verifies an embedded store of a data folder, whether or not its server runs.
 * @param kind the name of its folder
 */
export async function verifyStore(
  kind: 'eventstore' | 'mongo',
  { dataDir, distDir, stop }: { dataDir: string; distDir: string; stop: AbortSignal },
  onProgress: (rows: number) => void,
): Promise<StoreReport> {
  const folder = join(dataDir, kind);
  const child = spawn(process.execPath, [join(distDir, 'verifyStore.js'), kind, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGTERM');
  stop.addEventListener('abort', kill);
  let report: StoreReport | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = JSON.parse(line) as VerifyLine;
    if ('report' in told) report = told.report;
    else onProgress(told.progress);
  });
  const complaint = text(child.stderr);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', kill);
  stop.throwIfAborted();
  if (report !== null) return report;
  const why =
    signal === null && code === 1 ? (await complaint).trim() : `reading it ended the process (${signal ?? code})`;
  return { holds: null, problems: [`${folder} cannot be read: ${why}`] };
}
