import { type BlobPlace, type BlobStore, blobPlaceOf, openBlobStore, shownBucket } from '@assay/operations';
import { CommandError } from './command.ts';
import { findRunning } from './installedStores.ts';

/**
 * @returns where the blobs of an installation are
 * @throws CommandError for a wrong ASSAY_BLOBS_URL, and when the installation runs with another one
 */
export async function installedBlobPlace(dataDir: string): Promise<BlobPlace> {
  const place = placeOf(dataDir);
  const running = await findRunning(dataDir);
  const [here, there] = [place.bucket && shownBucket(place.bucket), running?.bucket ?? null];
  if (running && here !== there) {
    throw new CommandError(
      there === null
        ? 'Assay runs without ASSAY_BLOBS_URL. Restart it with the variable first, or unset it here.'
        : `Assay runs with its blobs in ${there}. Set ASSAY_BLOBS_URL as it has it.`,
    );
  }
  return place;
}

function placeOf(dataDir: string): BlobPlace {
  try {
    return blobPlaceOf(dataDir, process.env);
  } catch (error) {
    throw error instanceof RangeError ? new CommandError(error.message) : error;
  }
}

export async function openInstalledBlobs(dataDir: string): Promise<BlobStore> {
  return openBlobStore(await installedBlobPlace(dataDir));
}
