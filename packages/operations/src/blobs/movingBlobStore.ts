import type { BlobId } from '@assay/contract';
import type { BlobStore } from './blobStore.ts';

/**
 * Blobs of a bucket that takes over from the files of this machine: what has not been moved yet is read from its file.
 * Everything new goes into the bucket.
 */
export function openMovingBlobStore(bucket: BlobStore, files: BlobStore): BlobStore {
  /** The bucket is read again at the end: the file may have been moved in the meantime. */
  async function fromEither<Answer>(read: (store: BlobStore) => Promise<Answer | null>): Promise<Answer | null> {
    return (await read(bucket)) ?? (await read(files)) ?? (await read(bucket));
  }

  const both = async (change: (store: BlobStore) => Promise<void>): Promise<void> => {
    await change(bucket);
    await change(files);
  };

  return {
    sizeOf: (blobId) => fromEither((store) => store.sizeOf(blobId)),
    stream: (blobId, bytes) => fromEither((store) => store.stream(blobId, bytes)),
    put: bucket.put,
    putStream: bucket.putStream,
    hide: (blobId) => both((store) => store.hide(blobId)),
    unhide: (blobId) => both((store) => store.unhide(blobId)),
    deleteHidden: (blobId) => both((store) => store.deleteHidden(blobId)),
    hidden: async () => [...new Set([...(await bucket.hidden()), ...(await files.hidden())])],

    // Files first: a file moved meanwhile is listed twice rather than missed.
    list: async function* () {
      const seen = new Set<BlobId>();
      for (const store of [files, bucket]) {
        for await (const blob of store.list()) {
          if (seen.has(blob.blobId)) continue;
          if (store === files) seen.add(blob.blobId);
          yield blob;
        }
      }
    },

    dropAbandoned: (before) => both((store) => store.dropAbandoned(before)),
    close: () => both((store) => store.close()),
  };
}
