import { mkdir } from 'node:fs/promises';
import { Catalog, temporaryPrefix } from './catalog.ts';
import type { Collection } from './collection.ts';
import { damageIn } from './damage.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { type FolderLock, lockFolder } from './folderLock.ts';
import { ensureFormat } from './formatVersion.ts';
import { StartError } from './startError.ts';
import { upgradeToFormat2 } from './upgradeFormat.ts';
import { WriteQueue } from './writeQueue.ts';

/** Everything in one data folder. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly #writes: WriteQueue;
  readonly #lock: FolderLock;
  readonly #grown = new Set<Collection>();
  #closed = false;

  private constructor(environment: Environment, lock: FolderLock) {
    this.environment = environment;
    this.#lock = lock;
    this.catalog = new Catalog(environment);
    this.#writes = new WriteQueue(environment, {
      beforeCommit: () => this.catalog.persist(),
      afterCommit: () => this.#wakeTailers(),
      afterAbort: () => {
        this.#grown.clear();
        this.catalog.reload();
      },
    });
  }

  /** Rejects with a StartError when the folder is in use, damaged or in a later format. */
  static async open(folder: string, log: (line: string) => void): Promise<Store> {
    await mkdir(folder, { recursive: true });
    const lock = await lockFolder(folder);
    if (lock.wasLeft) {
      log(`The last server on ${folder} was killed or crashed; no acknowledged write is lost by that. If servers`);
      log('on it keep crashing: --verify checks its file, and a backup made with --backup can replace it.');
    }
    try {
      await ensureFormat(folder, async () => {
        const environment = openEnvironment(folder);
        upgradeToFormat2(environment);
        await environment.root.close();
      });
      const store = new Store(openEnvironment(folder), lock);
      await store.#dropTemporaries();
      return store;
    } catch (error) {
      await lock.release();
      const damage = damageIn(error);
      throw damage === undefined ? error : new StartError('DATA_DAMAGED', `${folder}: ${damage.message}`);
    }
  }

  /** Runs the function in a write transaction; resolves once the transaction has been flushed to disk. */
  write<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    return this.#writes.submit(work);
  }

  /** Inside a write: tailing cursors of the collection are woken after the commit. */
  noteGrowth(collection: Collection): void {
    if (collection.waiters.size > 0) this.#grown.add(collection);
  }

  /** Finishes running writes; a second call does nothing. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#writes.submit(() => undefined);
    this.#closed = true;
    await this.environment.root.close();
    await this.#lock.release();
  }

  async #dropTemporaries(): Promise<void> {
    const left = this.catalog.all().filter(({ name }) => name.startsWith(temporaryPrefix));
    if (left.length === 0) return;
    await this.write(() => {
      for (const collection of left) this.catalog.drop(collection);
    });
  }

  #wakeTailers(): void {
    for (const collection of this.#grown) for (const wake of collection.waiters) wake();
    this.#grown.clear();
  }
}
