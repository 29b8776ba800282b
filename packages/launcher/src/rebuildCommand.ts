import { setTimeout as wait } from 'node:timers/promises';
import { readModelDatabase } from '@assay/application';
import { openMongoClient } from '@assay/operations';
import { requestRebuild } from '@assay/projections';
import { CommandError, runCommand } from './operation/command.ts';
import { readRunning } from './runningFile.ts';

const pollMs = 200;

const usage = `Usage: npm run rebuild -- READ-MODEL …
Rebuilds read models while Assay runs on ASSAY_DATA_DIR (.assay), or in the stores in EVENTSTORE_URL and MONGODB_URL, and
reports when each is in use.`;

await runCommand({
  usage,
  options: {},
  takesNames: true,
  run: async ({ names, say, stop }) => {
    if (names.length === 0) throw new CommandError(`Name a read model.\n${usage}`);
    const running = await readRunning(process.env.ASSAY_DATA_DIR || '.assay');
    const mongoUrl = process.env.MONGODB_URL ?? running?.mongoUrl;
    if (!mongoUrl) throw new CommandError('Nothing runs on this data folder. Start Assay, or set MONGODB_URL.');
    const client = openMongoClient(mongoUrl, { serverSelectionTimeoutMS: 3_000 });
    try {
      for (const name of names) {
        const began = Date.now();
        const request = await requestRebuild(client.db(readModelDatabase), name).catch((error: unknown) => {
          throw error instanceof RangeError ? new CommandError(error.message) : error;
        });
        while (!(await request.isDone())) await wait(pollMs, undefined, { signal: stop });
        say(`${name}: rebuilt in ${((Date.now() - began) / 1000).toFixed(1)} s`);
      }
    } finally {
      await client.close();
    }
    return 0;
  },
});
