import { readModelDatabase } from '@assay/application';
import { openMongoClient } from '@assay/operations';
import { requestRebuild } from '@assay/projections';
import { readRunning } from './runningFile.ts';

const lookMs = 200;

/**
 * `npm run rebuild -- <read model> …`: rebuilds read models while the service runs, and reports when each is in use.
 */
async function main(names: string[]): Promise<void> {
  if (names.length === 0) throw new Error('Usage: npm run rebuild -- <read model> [<read model> …]');
  const running = await readRunning(process.env.ASSAY_DATA_DIR || '.assay');
  const mongoUrl = process.env.MONGODB_URL ?? running?.mongoUrl;
  if (!mongoUrl) throw new Error('Nothing runs on this data folder. Start Assay, or set MONGODB_URL.');
  const client = openMongoClient(mongoUrl, { serverSelectionTimeoutMS: 3_000 });
  try {
    for (const name of names) {
      const began = Date.now();
      const request = await requestRebuild(client.db(readModelDatabase), name);
      while (!(await request.isDone())) await new Promise((resolve) => setTimeout(resolve, lookMs));
      console.log(`${name}: rebuilt in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  } finally {
    await client.close();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
