import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { backupsIn } from './backup/backupManifest.ts';
import { noteBackup } from './backup/lastBackup.ts';
import { makeBackup } from './backup/makeBackup.ts';
import { CommandError, runCommand } from './operation/command.ts';
import { openInstalledBlobs } from './operation/installedBlobs.ts';
import { findRunning, openInstalledStores } from './operation/installedStores.ts';

const usage = `Usage: npm run backup -- --to FOLDER [--without-master-key] [--keep N]
Backs up the installation in ASSAY_DATA_DIR (.assay), running or stopped, into a new folder within FOLDER: event log,
operational state, blobs (also those of a bucket), keys, and a list of everything with hashes. Blobs that the last backup there has are linked
instead of copied.
  --without-master-key   leaves the master key out: the backup is useless without it. With the key, the backup is as
                         confidential as the data.
  --keep N               deletes the oldest backups in FOLDER until N are left
Exit codes: 0 done, 1 failed or found damage, 2 wrong use.`;

await runCommand({
  usage,
  options: { to: { type: 'string' }, 'without-master-key': { type: 'boolean' }, keep: { type: 'string' } },
  run: async ({ values, say, progress, stop }) => {
    if (!values.to) throw new CommandError(`--to is missing.\n${usage}`);
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep > 0)) throw new CommandError('--keep must be 1 or more.');
    const [dataDir, to] = [resolve(process.env.ASSAY_DATA_DIR || '.assay'), resolve(values.to)];
    if (to === dataDir || to.startsWith(`${dataDir}/`)) {
      throw new CommandError('A backup inside the data folder is lost with it. Choose a folder elsewhere.');
    }
    const running = await findRunning(dataDir);
    if (running ? !running.embedded : process.env.EVENTSTORE_URL || process.env.MONGODB_URL) {
      throw new CommandError(
        'This installation keeps its data in stores of your own. Back those up with their own tools, the event store first, then the document store, then the bucket in ASSAY_BLOBS_URL or blobs/, and keys/ and master.key of the data folder.',
      );
    }
    const blobs = await openInstalledBlobs(dataDir);
    const stores = await openInstalledStores(dataDir);
    try {
      const began = performance.now();
      const withMasterKey = !values['without-master-key'];
      const { folder, manifest, damaged } = await makeBackup({
        dataDir,
        to,
        stores,
        blobs,
        withMasterKey,
        say,
        progress,
        stop,
      });
      await noteBackup(dataDir, folder, new Date(manifest.startedAt));
      if (manifest.masterKey !== 'included')
        say('The master key is not in it: keep it elsewhere, nothing can be read without it.');
      if (keep !== null)
        for (const old of (await backupsIn(to)).slice(0, -keep)) await rm(old.folder, { recursive: true });
      if (damaged.length > 0) {
        say(
          `${damaged.length} blobs in the data folder are damaged and not in the backup: ${damaged.slice(0, 5).join(', ')}`,
        );
      }
      say(`Backed up to ${folder} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      return damaged.length > 0 ? 1 : 0;
    } finally {
      await stores.stop();
      await blobs.close();
    }
  },
});
