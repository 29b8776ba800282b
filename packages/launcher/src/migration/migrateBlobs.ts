import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  type BlobStore,
  type ListedBlob,
  noteMove,
  OperationsError,
  openFileBlobStore,
  storeChecked,
} from '@assay/operations';
import { blobPath } from '../backup/blobFiles.ts';
import { eachAtOnce } from '../operation/eachAtOnce.ts';

type Migrating = {
  /** The folder of blobs. */
  folder: string;
  bucket: BlobStore;
  /** The bucket as people read it. */
  shown: string;
  onBlob: (done: number) => void;
  stop: AbortSignal;
};

export type MigratedBlobs = { moved: number; bytes: number; known: number; damaged: string[] };

/**
 * Moves the files of a folder into a bucket. A file goes when the bucket has its content, checked against its name; those
 * that are damaged stay. After an interruption, it continues with what is left.
 */
export async function migrateBlobs({ folder, bucket, shown, onBlob, stop }: Migrating): Promise<MigratedBlobs> {
  const result: MigratedBlobs = { moved: 0, bytes: 0, known: 0, damaged: [] };
  let done = 0;
  const move = async ({ blobId, size }: ListedBlob) => {
    const path = blobPath(folder, blobId);
    if ((await bucket.sizeOf(blobId)) === size) result.known += 1;
    else {
      try {
        await storeChecked(bucket, createReadStream(path), { expected: blobId, limit: size });
      } catch (error) {
        if (!(error instanceof OperationsError && error.code === 'blob.hashMismatch')) throw error;
        result.damaged.push(blobId);
        return;
      }
      if ((await bucket.sizeOf(blobId)) !== size)
        throw new Error(`The bucket does not have all of the blob ${blobId}.`);
      result.moved += 1;
      result.bytes += size;
    }
    await rm(path);
    onBlob(++done);
  };
  await noteMove(folder, shown);
  await eachAtOnce(openFileBlobStore(folder).list(), move, stop);
  return result;
}
