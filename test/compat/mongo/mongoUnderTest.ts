import { rm } from 'node:fs/promises';
import { startMongo } from '@assay/embedded-mongo';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { storesFolder } from '../../support/storesFolder.ts';

/** The server of the compat tests: a real one when COMPAT_MONGODB_URL names it, else an embedded one. */
export type MongoUnderTest = {
  url: string;
  client: MongoClient;
  /** A database for the test file, dropped when the file ends. */
  db: Db;
  stop(): Promise<void>;
};

let lastDatabase = 0;

export async function startMongoUnderTest(): Promise<MongoUnderTest> {
  const given = process.env.COMPAT_MONGODB_URL;
  const own = given === undefined ? await startOwn() : undefined;
  const url = given ?? own?.url ?? '';
  const client = await MongoClient.connect(url, { retryWrites: false });
  const db = client.db(`compat_${process.pid}_${Date.now()}_${++lastDatabase}`);
  return {
    url,
    client,
    db,
    stop: async () => {
      await db.dropDatabase();
      await client.close();
      await own?.stop();
    },
  };
}

async function startOwn(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await storesFolder('mongo-compat-');
  const running = await startMongo({ port: 0, dataDir });
  return {
    url: running.url,
    stop: async () => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server's error for an operation that must fail. */
export async function serverError(operation: Promise<unknown>): Promise<MongoServerError> {
  const outcome = await operation.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof MongoServerError) return outcome.error;
  throw new Error(
    `expected a server error, got ${JSON.stringify('error' in outcome ? String(outcome.error) : outcome.value)}`,
  );
}
