import { link, mkdir, opendir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyHashed } from './checkedFiles.ts';

/** Number of blobs copied in parallel. */
const atOnce = 8;

export type BlobFile = { blobId: string; size: number };

/** A blob's path in a folder of blobs. */
export function blobPath(folder: string, blobId: string): string {
  return join(folder, blobId.slice(0, 2), blobId);
}

/** @returns every blob of a folder. */
export async function* blobsIn(folder: string): AsyncGenerator<BlobFile> {
  let groups: string[];
  try {
    groups = (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  for (const group of groups) {
    for await (const { name } of await opendir(join(folder, group))) {
      if (!/^[0-9a-f]{64}$/.test(name)) continue;
      yield { blobId: name, size: (await stat(join(folder, group, name))).size };
    }
  }
}

/** Hard-links a blob of an earlier backup. @returns whether it existed and the disk supports links. */
async function linkEarlier(earlier: string, to: string, { blobId, size }: BlobFile): Promise<boolean> {
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

export type CopiedBlobs = { copied: BlobFile[]; linked: BlobFile[]; damaged: string[] };

/**
 * Copies blobs into another folder, and checks each copy against its name.
 * @param earlier a folder of blobs on the same disk as the target; what it has is linked instead
 * @returns also the damaged ones, which are then missing
 */
export async function copyBlobs(
  blobs: AsyncIterable<BlobFile>,
  { from, to, earlier }: { from: string; to: string; earlier: string | null },
  onBlob: (done: number) => void,
  stop: AbortSignal,
): Promise<CopiedBlobs> {
  const result: CopiedBlobs = { copied: [], linked: [], damaged: [] };
  const underWay = new Set<Promise<void>>();
  let failure: unknown = null;
  let done = 0;
  const bring = async (blob: BlobFile) => {
    const target = blobPath(to, blob.blobId);
    if (earlier !== null && (await linkEarlier(earlier, target, blob))) result.linked.push(blob);
    else if ((await copyHashed(blobPath(from, blob.blobId), target)) === blob.blobId) result.copied.push(blob);
    else {
      await rm(target);
      result.damaged.push(blob.blobId);
    }
    onBlob(++done);
  };
  for await (const blob of blobs) {
    stop.throwIfAborted();
    if (failure !== null) break;
    const one = bring(blob).catch((error: unknown) => {
      failure = error;
    });
    underWay.add(one);
    void one.then(() => underWay.delete(one));
    if (underWay.size >= atOnce) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failure !== null) throw failure;
  return result;
}
