import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FSDriver } from 'flydrive/drivers/fs';

/**
 * flydrive's file driver, with writes on disk when acknowledged: content is flushed before the file is closed, and
 * `move` renames (atomically, within one file system) where the original copies.
 */
export class DurableFsDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const file = await this.#create(key);
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const file = await this.#create(key);
    // The write stream closes the file, even when the content fails half-way.
    await pipeline(contents, file.createWriteStream({ flush: true }));
  }

  /** @param bytes first and last byte, both included @returns only these bytes are read from disk */
  getPiece(key: string, { first, last }: { first: number; last: number }): Readable {
    return createReadStream(join(this.#folder, key), { start: first, end: last });
  }

  /** Renames without waiting for the disk: for a file whose loss would be no harm. */
  async rename(source: string, destination: string): Promise<void> {
    const target = join(this.#folder, destination);
    await mkdir(dirname(target), { recursive: true });
    await rename(join(this.#folder, source), target);
  }

  override async move(source: string, destination: string): Promise<void> {
    const target = join(this.#folder, destination);
    const folder = dirname(target);
    const made = await mkdir(folder, { recursive: true });
    await rename(join(this.#folder, source), target);
    await flushFolder(folder);
    if (made !== undefined) await flushFolder(dirname(made));
  }

  async #create(key: string) {
    const location = join(this.#folder, key);
    await mkdir(dirname(location), { recursive: true });
    return open(location, 'w');
  }
}

/** A new name is as durable as its folder. Windows can't flush folders and keeps names in its own journal. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
