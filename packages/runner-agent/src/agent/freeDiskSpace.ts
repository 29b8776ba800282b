import { statfs } from 'node:fs/promises';

/** @returns the free bytes on the folder's disk. */
export async function freeDiskSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
