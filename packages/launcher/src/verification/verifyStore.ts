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

/** Rows are told every few thousand. A damaged file may leave the process waiting for a lock that nobody will let go. */
const silentForMs = 300_000;

/**
 * Verifies an embedded store of a data folder, whether or not its server runs.
 * @param kind the name of its folder
 * @param maxSilenceMs after which the process is ended and the store counts as damaged
 */
export async function verifyStore(
  kind: 'eventstore' | 'mongo',
  {
    dataDir,
    distDir,
    stop,
    maxSilenceMs = silentForMs,
  }: { dataDir: string; distDir: string; stop: AbortSignal; maxSilenceMs?: number },
  onProgress: (rows: number) => void,
): Promise<StoreReport> {
  const folder = join(dataDir, kind);
  const child = spawn(process.execPath, [join(distDir, 'verifyStore.js'), kind, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGTERM');
  stop.addEventListener('abort', kill);
  let report: StoreReport | null = null;
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
  }, maxSilenceMs);
  createInterface({ input: child.stdout }).on('line', (line) => {
    silence.refresh();
    const told = JSON.parse(line) as VerifyLine;
    if ('report' in told) report = told.report;
    else onProgress(told.progress);
  });
  const complaint = text(child.stderr);
  const closed = once(child, 'close').finally(() => clearTimeout(silence));
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', kill);
  stop.throwIfAborted();
  if (report !== null) return report;
  const ended = isSilent ? 'reading it came to no end' : `reading it ended the process (${signal ?? code})`;
  const why = signal === null && code === 1 ? (await complaint).trim() : ended;
  return { holds: null, problems: [`${folder} cannot be read: ${why}`] };
}
