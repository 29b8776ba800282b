import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundled } from '../support/bundled.ts';
import type { Workbench } from './workbench.ts';

/** Starts a second process of the api on the stores of the installation, as behind a proxy. */
export async function startAnotherApi({ dataDir }: Workbench): Promise<{ url: string; stop(): Promise<void> }> {
  const { eventStoreUrl, mongoUrl } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as {
    eventStoreUrl: string;
    mongoUrl: string;
  };
  const { PATH = '', HOME = '' } = process.env;
  const stores = { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl, ASSAY_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [await bundled('packages/api/src/main.ts')], {
    env: { PATH, HOME, PORT: '0', ...stores },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    child.stdout.resume();
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^api listening on (\S+)$/.exec(line)?.[1];
    if (url) return { url, stop };
  }
  throw new Error('a second api did not start');
}
