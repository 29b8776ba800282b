import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { masterKeyFile, openBucketStore, openFileBlobStore } from '@assay/operations';
import { findBackup } from './backup/backupManifest.ts';
import { noteBackup } from './backup/lastBackup.ts';
import { restoreBackup } from './backup/restoreBackup.ts';
import { CommandError, runCommand } from './operation/command.ts';
import { installedBlobPlace } from './operation/installedBlobs.ts';

const usage = `Usage: npm run restore -- --from FOLDER [--data-dir DIR] [--replace]
Restores a backup into an empty data folder, by default ASSAY_DATA_DIR (.assay).
  --from FOLDER   a backup, or a folder of backups, whose newest complete one is used
  --replace       moves the content of the data folder aside, into a folder inside it
Blobs go into the bucket in ASSAY_BLOBS_URL if it is set. Everything is checked before anything is changed. Exit codes: 0 done, 1 failed, 2 wrong use.`;

/** What is restored is as private as what the service writes. */
process.umask(0o077);

await runCommand({
  usage,
  options: { from: { type: 'string' }, 'data-dir': { type: 'string' }, replace: { type: 'boolean' } },
  run: async ({ values, say, progress, stop }) => {
    if (!values.from) throw new CommandError(`--from is missing.\n${usage}`);
    if (process.env.EVENTSTORE_URL || process.env.MONGODB_URL) {
      throw new CommandError(
        'EVENTSTORE_URL or MONGODB_URL is set: a restored data folder would not be used. Unset them.',
      );
    }
    const dataDir = resolve(values['data-dir'] ?? (process.env.ASSAY_DATA_DIR || '.assay'));
    const backup = await findBackup(resolve(values.from));
    const { manifest } = backup;
    say(`Backup of ${manifest.startedAt}, made by version ${manifest.productVersion}: ${backup.folder}`);
    const distDir = dirname(fileURLToPath(import.meta.url));
    const replace = values.replace ?? false;
    const place = await installedBlobPlace(dataDir);
    const blobs = place.bucket === null ? openFileBlobStore(place.folder) : await openBucketStore(place.bucket);
    const intoBucket = place.bucket !== null;
    const order = { backup, dataDir, replace, distDir, blobs, intoBucket, say, progress, stop };
    const aside = await restoreBackup(order);
    await blobs.close();
    await noteBackup(dataDir, backup.folder, new Date(manifest.startedAt));
    say(`Restored to ${dataDir}.`);
    if (aside !== null) say(`The previous content is in ${aside}; delete it when you are sure.`);
    if (manifest.masterKey !== 'included') {
      say(
        `The master key was not in the backup: set ASSAY_MASTER_KEY or copy it to ${join(dataDir, masterKeyFile)} now.`,
      );
    }
    say('Start Assay: it rebuilds the read models. Runs that were in progress are canceled.');
    return 0;
  },
});
