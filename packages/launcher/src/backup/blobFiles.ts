import { link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore, ListedBlob } from '@assay/operations';
import { eachAtOnce } from '../operation/eachAtOnce.ts';
import { copyHashed } from './checkedFiles.ts';

/** A blob's path in a folder of blobs. */
export function blobPath(folder: string, blobId: string): string {
  return join(folder, blobId.slice(0, 2), blobId);
}

/** Hard-links a blob of an earlier backup. @returns whether it existed and the disk supports links. */
async function linkEarlier(earlier: string, to: string, { blobId, size }: ListedBlob): Promise<boolean> {
  const from = blobPath(earlier, blobId);
  try {
    if ((await stat(from)).size !== size) return false;
    await mkdir(dirname(to), { recursive: true });
    await link(from, to);
    return true;
  } catch {
    // Missing, or on a disk without hard links: it is copied.
    return false;
  }
}

export type CopiedBlobs = { copied: ListedBlob[]; linked: ListedBlob[]; damaged: string[] };

/**
 * Copies blobs into a folder, and checks each copy against its name.
 * @param earlier a folder of blobs on the same disk as the target; what it has is linked instead
 * @returns also the damaged ones, which are then missing
 */
export async function copyBlobs(
  blobs: BlobStore,
  { to, earlier }: { to: string; earlier: string | null },
  onBlob: (done: number) => void,
  stop: AbortSignal,
): Promise<CopiedBlobs> {
  const result: CopiedBlobs = { copied: [], linked: [], damaged: [] };
  let done = 0;
  const bring = async (blob: ListedBlob) => {
    const target = blobPath(to, blob.blobId);
    if (earlier !== null && (await linkEarlier(earlier, target, blob))) result.linked.push(blob);
    else {
      const content = await blobs.stream(blob.blobId);
      if (content && (await copyHashed(content, target)) === blob.blobId) result.copied.push(blob);
      else {
        await rm(target, { force: true });
        result.damaged.push(blob.blobId);
      }
    }
    onBlob(++done);
  };
  await eachAtOnce(blobs.list(), bring, stop);
  return result;
}
