import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startMongo } from '@assay/embedded-mongo';
import { type Db, MongoClient } from 'mongodb';
import { storesFolder } from '../../../test/support/storesFolder.ts';
import { type MasterKeySource, type Operations, type OperationsOptions, openOperations } from '../src/index.ts';

/**
 * A clock that stands still until a test moves it. It starts now, because the store's sweeper uses its own clock and
 * would remove what has lapsed by it.
 */
export class TestClock {
  #time = new Date();
  readonly now = () => this.#time;

  pass(ms: number): void {
    this.#time = new Date(this.#time.getTime() + ms);
  }
}

export type OperationsUnderTest = {
  operations: Operations;
  clock: TestClock;
  /** The rows themselves, to check what is stored. */
  db: Db;
  blobDir: string;
  /** Opens the same installation again, as another process would. */
  openAnother(changed?: { masterKey?: MasterKeySource }): Promise<Operations>;
  /** Restarts the store on the same folder and port. */
  restartStore(): Promise<void>;
  stop(): Promise<void>;
};

/** Real operational state in temporary folders: an embedded document store over the wire, files on disk. */
export async function startOperations({
  masterKey = randomBytes(32),
  ...more
}: Partial<Pick<OperationsOptions, 'masterKey' | 'masterKeyLookMs'>> = {}): Promise<OperationsUnderTest> {
  const folder = await storesFolder('assay-operations-');
  const dataDir = join(folder, 'store');
  const blobDir = join(folder, 'blobs');
  let store = await startMongo({ port: 0, dataDir });
  const clock = new TestClock();
  const opened: Operations[] = [];
  const openAnother = async (changed: { masterKey?: MasterKeySource } = {}) => {
    const operations = await openOperations({
      mongoUrl: store.url,
      masterKey,
      blobDir,
      now: clock.now,
      ...more,
      ...changed,
    });
    opened.push(operations);
    return operations;
  };
  const operations = await openAnother();
  const client = new MongoClient(store.url);

  return {
    operations,
    clock,
    db: client.db('assay_ops'),
    blobDir,
    openAnother,

    async restartStore() {
      const { port } = store;
      await store.stop();
      store = await startMongo({ port, dataDir });
    },

    async stop() {
      await Promise.all(opened.map((each) => each.close()));
      await client.close();
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns every row as text, to search for what must not be stored. */
export async function everythingAtRest(db: Db): Promise<string> {
  const collections = await db.listCollections().toArray();
  const rows = await Promise.all(collections.map(({ name }) => db.collection(name).find().toArray()));
  return JSON.stringify(rows);
}
