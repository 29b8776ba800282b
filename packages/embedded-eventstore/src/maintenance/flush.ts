import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Flushes a file, or the entries of a folder, to disk. */
export async function flush(path: string): Promise<void> {
  // Windows flushes only files opened for writing, and does not flush folders.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
