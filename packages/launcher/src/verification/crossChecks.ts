import { readModelDatabase } from '@assay/application';
import type { BlobId } from '@assay/contract';
import { type BlobStore, openMongoClient, operationsDatabase, verifyKeys } from '@assay/operations';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Db, MongoClient } from 'mongodb';
import { hashOfStream } from '../backup/checkedFiles.ts';
import { countDocuments } from '../operation/buildReadModels.ts';
import { eachAtOnce } from '../operation/eachAtOnce.ts';
import type { InstalledStores } from '../operation/installedStores.ts';
import { masterKeysOf } from '../operation/masterKeysOf.ts';
import { type NamedByEvents, readWhatEventsName } from './namedByEvents.ts';

type Checking = {
  stores: InstalledStores;
  dataDir: string;
  blobs: BlobStore;
  progress: (line: string) => void;
  stop: AbortSignal;
};

/** The result of a check: sentences on what is in order, and on problems. */
export type Finding = { well: string; problems: string[] };

const maxReported = 20;

function atMost(problems: string[]): string[] {
  if (problems.length <= maxReported) return problems;
  return [...problems.slice(0, maxReported), `${problems.length - maxReported} more of this kind are not listed.`];
}

async function checkBlobs(named: ReadonlyMap<string, string>, { blobs, progress, stop }: Checking): Promise<Finding> {
  const problems: string[] = [];
  let checked = 0;
  const check = async ([blobId, namedBy]: [string, string]) => {
    const content = await blobs.stream(blobId as BlobId);
    const isRight = content !== null && (await hashOfStream(content)) === blobId;
    if (!isRight) {
      problems.push(`The blob ${blobId}, which ${namedBy} names, is ${content === null ? 'missing' : 'damaged'}.`);
    }
    progress(`${++checked} of ${named.size} blobs checked`);
  };
  await eachAtOnce(named, check, stop);
  return { well: `${checked - problems.length} blobs are there, each with its hash`, problems: atMost(problems) };
}

/** Blobs with the logs of runs: named by operational state, not by events. */
async function addLogBlobs(db: Db, blobs: Map<string, string>): Promise<void> {
  const chunks = db.collection<{ blobId: string; testRunId: string; log: string }>('logChunks');
  for await (const { blobId, testRunId, log } of chunks.find({}, { projection: { blobId: 1, testRunId: 1, log: 1 } })) {
    if (!blobs.has(blobId)) blobs.set(blobId, `the log ${log} of the run ${testRunId}`);
  }
}

async function checkKeys(db: Db, dataDir: string): Promise<Finding> {
  const report = await verifyKeys(db, await masterKeysOf(dataDir));
  const { usable, othersUsable, erased, unusable, isMasterKey, isReplaced } = report;
  const problems = unusable.map((id) => `The key ${id} cannot be opened with the master key.`);
  if (isMasterKey === false) problems.unshift('The master key is not the one that encrypted the data.');
  const opens = `${usable} keys and ${othersUsable} other secrets open with the master key, ${erased.length} were erased`;
  const unfinished = isReplaced ? '; the master key is being replaced, finish with npm run rotate-master-key' : '';
  return { well: `${opens}${unfinished}`, problems: atMost(problems) };
}

type Reached = { epoch: string; commit: bigint };

/** The progress of each read model, without those that were never built. */
async function reachedBy(client: MongoClient): Promise<Map<string, Reached>> {
  const states = client.db(readModelDatabase).collection<{ _id: string; position: string | null }>('projectionStates');
  const reached = new Map<string, Reached>();
  for (const { _id, position } of await states.find().toArray()) {
    const [, epoch, commit] = /^(.*)-(\d+)$/.exec(position ?? '') ?? [];
    if (epoch !== undefined && commit !== undefined) reached.set(_id, { epoch, commit: BigInt(commit) });
  }
  return reached;
}

async function checkReadModels(
  client: MongoClient,
  { epoch, documents }: NamedByEvents,
  reached: ReadonlyMap<string, Reached>,
): Promise<Finding> {
  const counts = await countDocuments(client);
  const problems: string[] = [];
  // A read model of another history is rebuilt at the next start.
  const current = [...reached].filter(([, place]) => place.epoch === epoch).map(([name]) => name);
  for (const name of current) {
    const [has, needs] = [counts.get(name) ?? 0, documents.get(name) ?? 0];
    if (has >= needs) continue;
    problems.push(
      `The read model ${name} has ${has} documents, but the log has ${needs}. Use npm run rebuild -- ${name}.`,
    );
  }
  return { well: `${current.length} read models are of this log`, problems };
}

/** Checks what no store can check by itself: that references between the stores can be resolved. */
export async function crossCheck(checking: Checking): Promise<Finding[]> {
  const { stores, dataDir, progress, stop } = checking;
  const events = EventStoreDBClient.connectionString(stores.eventStoreUrl);
  const client = openMongoClient(stores.mongoUrl);
  try {
    const reached = await reachedBy(client);
    const commits = new Map([...reached].map(([name, { commit }]) => [name, commit]));
    const named = await readWhatEventsName(events, commits, (count) => progress(`${count} events read`), stop);
    const operations = client.db(operationsDatabase);
    await addLogBlobs(operations, named.blobs);
    return [
      await checkKeys(operations, dataDir),
      await checkBlobs(named.blobs, checking),
      await checkReadModels(client, named, reached),
    ];
  } finally {
    await Promise.all([events.dispose(), client.close()]);
  }
}
