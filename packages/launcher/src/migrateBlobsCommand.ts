import { resolve } from 'node:path';
import { blobRemovalLease, openBucketStore, shownBucket } from '@assay/operations';
import { migrateBlobs } from './migration/migrateBlobs.ts';
import { CommandError, runCommand } from './operation/command.ts';
import { installedBlobPlace } from './operation/installedBlobs.ts';
import { openInstalledStores } from './operation/installedStores.ts';
import { whileHolding } from './operation/whileHolding.ts';

const usage = `Usage: npm run migrate-blobs
Moves the blobs of the data folder in ASSAY_DATA_DIR (.assay) into the bucket in ASSAY_BLOBS_URL. Assay may run, if it was
started with the same ASSAY_BLOBS_URL: it reads files until they are moved. Each content is checked against its hash
before its file is deleted. After an interruption, the same command continues.
Exit codes: 0 done, 1 failed or found damaged files, which stay, 2 wrong use.`;

await runCommand({
  usage,
  options: {},
  run: async ({ say, progress, stop }) => {
    const dataDir = resolve(process.env.ASSAY_DATA_DIR || '.assay');
    const place = await installedBlobPlace(dataDir);
    if (place.bucket === null) throw new CommandError('ASSAY_BLOBS_URL must say which bucket the blobs move into.');
    const shown = shownBucket(place.bucket);
    const bucket = await openBucketStore(place.bucket);
    const stores = await openInstalledStores(dataDir);
    try {
      say(`From ${place.folder} to ${shown}`);
      const onBlob = (done: number) => progress(`${done} blobs`);
      // Nothing that is removed meanwhile may come back from its file.
      const { moved, bytes, known, damaged } = await whileHolding(
        stores.mongoUrl,
        [blobRemovalLease],
        { stop, progress },
        () => migrateBlobs({ folder: place.folder, bucket, shown, onBlob, stop }),
      );
      say(`${moved} blobs moved (${bytes} bytes), ${known} were in the bucket already`);
      if (damaged.length === 0) return 0;
      say(`${damaged.length} files are damaged and stay: ${damaged.slice(0, 5).join(', ')}`);
      return 1;
    } finally {
      await stores.stop();
      await bucket.close();
    }
  },
});
