import type { BlobPlace, BucketPlace } from './blobPlace.ts';
import type { BlobStore } from './blobStore.ts';
import { openFileBlobStore } from './fileBlobStore.ts';
import { requireNotMoved } from './movedBlobs.ts';
import { openMovingBlobStore } from './movingBlobStore.ts';

/**
 * Opens the place of blobs: a folder, or a bucket. Files that are in the folder of a bucket are read until they are
 * moved.
 * @throws BlobsAway when the bucket cannot be reached now; OperationsError `blobs.refused` when it does not let us in,
 * `blobs.moved` when the files of the folder are in a bucket
 */
export async function openBlobStore({ folder, bucket }: BlobPlace): Promise<BlobStore> {
  const files = openFileBlobStore(folder);
  if (bucket === null) {
    await requireNotMoved(folder);
    return files;
  }
  const store = await openBucketStore(bucket);
  return (await isEmpty(files)) ? store : openMovingBlobStore(store, files);
}

/** Opens the bucket alone. */
export async function openBucketStore(bucket: BucketPlace): Promise<BlobStore> {
  // The version that we have runs on Node 20; its warning is about later ones.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  // The SDK and undici are large, and few installations have a bucket.
  const { openBucketBlobStore } = await import('./s3/bucketBlobStore.ts');
  return openBucketBlobStore(bucket);
}

async function isEmpty(files: BlobStore): Promise<boolean> {
  for await (const _blob of files.list()) return false;
  return (await files.hidden()).length === 0;
}
