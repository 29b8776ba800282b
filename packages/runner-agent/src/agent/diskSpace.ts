import { statfs } from 'node:fs/promises';

/** What is free on a disk. */
export type DiskSpace = {
  bytes: number;
  /** How many more files and folders fit; Infinity where the file system has no limit of its own. */
  files: number;
  /** The limit of files and folders, used ones included. */
  maxFiles: number;
};

/** What a disk is short of. */
export type Shortage = 'bytes' | 'files';

/** A disk has to have a free file for each of these bytes that have to be free: ext4 has as many for all of its bytes. */
const bytesPerFile = 16 * 1024;
/** But no more than this part of its limit: some disks were made for few large files. */
const mostFreeFiles = 1 / 10;

/** @returns what is free on the folder's disk. */
export async function freeDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  const isLimited = files > 0;
  return {
    bytes: bavail * bsize,
    files: isLimited ? ffree : Number.POSITIVE_INFINITY,
    maxFiles: isLimited ? files : Number.POSITIVE_INFINITY,
  };
}

/** @returns how many bytes the folder's disk has. */
export async function diskSizeOf(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return blocks * bsize;
}

/**
 * @param minBytes that have to be free; the number of files follows from it
 * @param part of both that is enough
 * @returns what there is too little of; null for enough
 */
export function shortageOf({ bytes, files, maxFiles }: DiskSpace, minBytes: number, part = 1): Shortage | null {
  if (bytes < minBytes * part) return 'bytes';
  return files < Math.min(minBytes / bytesPerFile, maxFiles * mostFreeFiles) * part ? 'files' : null;
}
