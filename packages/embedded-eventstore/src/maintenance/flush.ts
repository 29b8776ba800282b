import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Makes sure that a file, or the names in a folder, are on disk. */
export async function flush(path: string): Promise<void> {
  // Windows flushes files that are open for writing only, and folders not at all.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
