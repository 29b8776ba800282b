import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type CommandContext, CommandError, runCommand } from './operation/command.ts';
import { findRunning } from './operation/installedStores.ts';
import { isThere } from './operation/isThere.ts';

const usage = `Usage: npm run compact
Returns the space of deleted data in the embedded stores of ASSAY_DATA_DIR (.assay) to the disk. Assay must be
stopped, and the disk needs as much free space as the data take. Exit codes: 0 done, 1 failed, 2 wrong use.`;

const distDir = dirname(fileURLToPath(import.meta.url));
const stores = { eventstore: 'event log', mongo: 'document store' } as const;

/** Each store by its own program, whose output is for users. */
async function compact(kind: keyof typeof stores, dataDir: string, say: CommandContext<object>['say']): Promise<void> {
  const folder = join(dataDir, kind);
  if (!(await isThere(folder))) throw new CommandError(`${dataDir} has no embedded ${stores[kind]}.`);
  const child = spawn(process.execPath, [join(distDir, `${kind}.js`), '--dir', folder, '--compact'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => say(`${stores[kind]}: ${line}`));
  const [code, signal] = await once(child, 'close');
  if (code !== 0)
    throw new CommandError(`The ${stores[kind]} could not be compacted (${signal ?? code}). Nothing was lost.`);
}

await runCommand({
  usage,
  options: {},
  run: async ({ say, progress, stop }) => {
    const dataDir = resolve(process.env.ASSAY_DATA_DIR || '.assay');
    if (await findRunning(dataDir)) throw new CommandError(`Assay runs on ${dataDir}. Stop it first.`);
    for (const kind of ['eventstore', 'mongo'] as const) {
      stop.throwIfAborted();
      progress(`${stores[kind]} …`);
      await compact(kind, dataDir, say);
    }
    return 0;
  },
});
