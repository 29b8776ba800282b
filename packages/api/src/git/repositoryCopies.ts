import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyedQueue } from '@assay/concurrency';
import { GitLimitExceeded, packBytes } from './gitLimits.ts';

const copyName = /^[0-9a-f]{32}$/;

/** Bare copies of repositories in a folder. The least recently used are removed once all together are too large. */
export class RepositoryCopies {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** By the name of a copy. */
  readonly #uses = new KeyedQueue();

  /** @param maxBytes of all copies that are not in use */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /**
   * Uses a copy alone: two fetches would collide on its lock files. One that exceeded a limit is removed.
   * @param key accounts share no copies
   * @param work `isNew`: the folder is empty
   */
  async use<Result>(key: string, work: (folder: string, isNew: boolean) => Promise<Result>): Promise<Result> {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    try {
      return await this.#uses.run(name, () => this.#useAlone(name, work));
    } finally {
      await this.#removeUnused();
    }
  }

  async #useAlone<Result>(name: string, work: (folder: string, isNew: boolean) => Promise<Result>): Promise<Result> {
    const folder = join(this.#folder, name);
    await mkdir(folder, { recursive: true });
    const isNew = (await stat(join(folder, 'HEAD')).catch(() => null)) === null;
    await utimes(folder, new Date(), new Date());
    try {
      return await work(folder, isNew);
    } catch (error) {
      if (error instanceof GitLimitExceeded) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      throw error;
    }
  }

  async #removeUnused(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => copyName.test(name) && !this.#uses.has(name));
    const copies = await Promise.all(
      names.map(async (name) => {
        const folder = join(this.#folder, name);
        const usedAt = (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
        return { name, folder, usedAt, bytes: await packBytes(folder) };
      }),
    );
    let bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
    for (const copy of copies.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.#maxBytes) return;
      bytes -= copy.bytes;
      if (this.#uses.has(copy.name)) continue;
      // The next use waits for it.
      await this.#uses.run(copy.name, () => rm(copy.folder, { recursive: true, force: true, maxRetries: 5 }));
    }
  }
}
