import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wayToLastBackup } from './backup/lastBackup.ts';
import { type CommandContext, CommandError, runCommand } from './operation/command.ts';
import { openInstalledBlobs } from './operation/installedBlobs.ts';
import { findRunning, openInstalledStores } from './operation/installedStores.ts';
import { crossCheck } from './verification/crossChecks.ts';
import { verifyStore } from './verification/verifyStore.ts';

const usage = `Usage: npm run verify
Checks the installation in ASSAY_DATA_DIR (.assay), running or stopped: every record of both embedded stores and every
index, that each blob named by an event or a log exists with its hash, that the keys open with the master key, and that
the read models agree with the log. Changes nothing. Exit codes: 0 no problems, 1 problems found, 2 wrong use.`;

const distDir = dirname(fileURLToPath(import.meta.url));
const storeNames = { eventstore: 'event log', mongo: 'document store' } as const;

async function verify(
  dataDir: string,
  { say, progress, stop }: Pick<CommandContext<object>, 'say' | 'progress' | 'stop'>,
) {
  const running = await findRunning(dataDir);
  const isEmbedded = running ? running.embedded : !process.env.EVENTSTORE_URL && !process.env.MONGODB_URL;
  const problems: string[] = [];
  const tell = (well: string | null, found: string[]) => {
    if (well !== null) say(well);
    for (const problem of found) say(`WRONG: ${problem}`);
    problems.push(...found);
  };
  if (isEmbedded) {
    for (const kind of ['eventstore', 'mongo'] as const) {
      const onProgress = (rows: number) => progress(`${storeNames[kind]}: ${rows} rows checked`);
      const { holds, problems: found } = await verifyStore(kind, { dataDir, distDir, stop }, onProgress);
      tell(holds && `${storeNames[kind]}: ${holds}`, found);
    }
  } else say('The stores are external servers; only the references between them are checked.');
  try {
    const blobs = await openInstalledBlobs(dataDir);
    const stores = await openInstalledStores(dataDir);
    try {
      const findings = await crossCheck({ stores, dataDir, blobs, progress, stop });
      for (const { well, problems: found } of findings) tell(well, found);
    } finally {
      await stores.stop();
      await blobs.close();
    }
  } catch (error) {
    // A problem with a damaged store has already been reported.
    if (problems.length === 0 || stop.aborted) throw error;
    tell(null, [
      `References between the stores could not be checked: ${error instanceof Error ? error.message : error}`,
    ]);
  }
  return problems.length;
}

await runCommand({
  usage,
  options: {},
  run: async (context) => {
    const dataDir = resolve(process.env.ASSAY_DATA_DIR || '.assay');
    const problems = await verify(dataDir, context);
    if (problems === 0) {
      context.say('All is well.');
      return 0;
    }
    throw new CommandError(`${problems} problems in ${dataDir}. ${await wayToLastBackup(dataDir)}`);
  },
});
