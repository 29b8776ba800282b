import { statfs } from 'node:fs/promises';

/** @returns bytes that are free where the folder is. */
export async function freeDiskSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
