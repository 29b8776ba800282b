import { createHash } from 'node:crypto';
import { BSON, type Collection, type Db, type Document } from 'mongodb';
import { CommandError } from '../operation/command.ts';

/**
 * Collections of operational state that are not copied: they concern current processes and work. The change feed and
 * the leases are created by the processes that start there; the work queue belongs to runs that end with the copy.
 */
const leftBehind = new Set([
  'changeFeed',
  'processLeases',
  'masterKeyHolders',
  'workRuns',
  'workUnits',
  'workSeats',
  'projectTrials',
  'uploadImports',
]);
const batchSize = 500;
/** Rows expire by themselves while they are copied. */
const rounds = 5;

/** Number types are preserved. */
const exact = { promoteValues: false } as const;

export type CopiedCollection = { name: string; documents: number; hash: string };

async function digest(collection: Collection): Promise<Omit<CopiedCollection, 'name'>> {
  const hash = createHash('sha256');
  let documents = 0;
  for await (const document of collection.find({}, exact).sort({ _id: 1 })) {
    hash.update(BSON.serialize(document));
    documents += 1;
  }
  return { documents, hash: hash.digest('hex') };
}

async function copyCollection(source: Collection, target: Collection): Promise<void> {
  let batch: Document[] = [];
  const ids = new Set<string>();
  const keyOf = (_id: unknown) => BSON.EJSON.stringify({ _id }, { relaxed: false });
  const write = async () => {
    if (batch.length === 0) return;
    await target.bulkWrite(
      batch.map((replacement) => ({
        replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
      })),
      { ordered: false },
    );
    batch = [];
  };
  for await (const document of source.find({}, exact)) {
    ids.add(keyOf(document._id));
    batch.push(document);
    if (batch.length >= batchSize) await write();
  }
  await write();
  for await (const { _id } of target.find({}, { ...exact, projection: { _id: 1 } })) {
    if (!ids.has(keyOf(_id))) await target.deleteOne({ _id });
  }
}

/**
 * Makes the target's operational state equal to the source's: keys, credentials, sessions, tokens, identities,
 * responses of repeated requests, counters, logs, checkpoints. Calling it again copies what has changed.
 * @returns what was copied, compared document by document
 * @throws CommandError when a collection keeps changing
 */
export async function copyOperations(source: Db, target: Db, stop: AbortSignal): Promise<CopiedCollection[]> {
  const names = (await source.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !leftBehind.has(name) && !name.startsWith('system.'))
    .sort();
  const copied: CopiedCollection[] = [];
  for (const name of names) {
    for (let round = 1; ; round++) {
      stop.throwIfAborted();
      await copyCollection(source.collection(name), target.collection(name));
      const [was, is] = [await digest(source.collection(name)), await digest(target.collection(name))];
      if (was.hash === is.hash) {
        copied.push({ name, ...is });
        break;
      }
      if (round < rounds) continue;
      throw new CommandError(`${name} of the operational state changes faster than it is copied. Stop Assay first.`);
    }
  }
  return copied;
}
