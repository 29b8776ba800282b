import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

/** One embedded store alone, as a separate process. */
export type StoreProcess = { url: string; pid: number; stop(): Promise<void> };

async function urlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the store has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /listening on (\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('the store ended before it was ready');
}

/** A server that stores nothing, as a separate process: see clientLimitServer.ts. */
export async function startClientLimit(): Promise<StoreProcess> {
  const script = join(import.meta.dirname, 'clientLimitServer.ts');
  return running(spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] }));
}

async function running(
  child: ChildProcess,
  cleanUp: () => Promise<void> = async () => undefined,
): Promise<StoreProcess> {
  return {
    url: await urlOf(child),
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await cleanUp();
    },
  };
}

/** @param folder with the data; by default an empty one that is removed when the store stops */
export async function startStore(bundle: 'eventstore' | 'mongo', folder?: string): Promise<StoreProcess> {
  const dir = folder ?? (await mkdtemp(join(tmpdir(), `assay-floor-${bundle}-`)));
  const args = [join(root, 'dist', `${bundle}.js`), '--port', '0', '--dir', dir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return running(child, async () => {
    if (folder === undefined) await rm(dir, { recursive: true, force: true });
  });
}
