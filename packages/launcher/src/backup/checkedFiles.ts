import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackedUpFile } from './backupManifest.ts';

/** @returns the SHA-256 of a stream's content, as hexadecimal digits. */
export async function hashOfStream(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

const hashOf = (path: string) => hashOfStream(createReadStream(path));

/** @returns a file's entry in a manifest. */
export async function describeFile(folder: string, path: string): Promise<BackedUpFile> {
  const { size } = await stat(join(folder, path));
  return { path, size, sha256: await hashOf(join(folder, path)) };
}

/** @returns whether the file matches its entry. */
export async function isAsDescribed(folder: string, { path, size, sha256 }: BackedUpFile): Promise<boolean> {
  try {
    const { size: found } = await stat(join(folder, path));
    return found === size && (await hashOf(join(folder, path))) === sha256;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Copies a file, or writes a stream into one, and flushes it to disk.
 * @returns the SHA-256 of the content
 */
export async function copyHashed(from: string | Readable, to: string, mode = 0o600): Promise<string> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const content = typeof from === 'string' ? createReadStream(from) : from;
    await pipeline(content, hashing, createWriteStream(to, { mode, flush: true }));
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  return hash.digest('hex');
}

/** A new name is as durable as its folder. Windows cannot flush folders. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns the paths of all files below a folder, relative to it; none where the folder does not exist. */
export async function filesBeneath(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
