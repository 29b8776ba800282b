import { createHash } from 'node:crypto';
import { Catalog } from '../storage/catalog.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment, ReadView } from '../storage/environment.ts';
import type { IndexDefinition } from '../storage/indexDefinition.ts';
import { entryKey } from '../storage/indexEntries.ts';
import { checksumOf, openRecord } from '../storage/sealedRecord.ts';
import { SetHash } from '../storage/setHash.ts';
import { withReadOnly } from './dataFolder.ts';
import { ProblemList } from './problemList.ts';

export type Verification = {
  collections: number;
  documents: number;
  /** Covers names, counts and records of all collections: the same for a store and an exact copy of it. */
  hash: string;
  /** Plain sentences; empty when the store is sound. */
  problems: string[];
};

type VerifyOptions = {
  dataDir: string;
  /** Called from time to time with the number of documents checked so far. */
  onProgress?: (documents: number) => void;
};

/** The findings for one collection. */
type Tally = {
  collection: Collection;
  count: number;
  bytes: number;
  hash: SetHash;
  /** Per index id: the number of entries that its documents require. */
  expected: Map<number, number>;
};

const pauseEvery = 1_000;

/**
 * Checks a store on one snapshot, with or without a running server: the checksum of every document; that each document
 * is in every index under exactly its keys, alone in unique indexes; that there are no extra entries; that the counts
 * and the hash stored with each collection match its records, which reveals a missing record. Rejects with a StartError
 * NO_DATA, FORMAT_TOO_NEW or FORMAT_TOO_OLD. Damage that LMDB itself trips over may crash the process: run it in one of
 * its own (`--verify`).
 */
export async function verifyMongo({ dataDir, onProgress }: VerifyOptions): Promise<Verification> {
  return withReadOnly(dataDir, async (environment) => {
    const problems = new ProblemList();
    const view = environment.root.useReadTransaction();
    try {
      const catalog = new Catalog(environment, view);
      const tallies = new Map(catalog.all().map((collection) => [collection.id, newTally(collection)]));
      await problems.during('the documents', () =>
        checkRecords(environment, view, catalog, tallies, problems, onProgress),
      );
      for (const tally of tallies.values()) checkTally(tally, problems);
      await problems.during('the indexes', () => checkEntries(environment, view, catalog, tallies, problems));
      return { ...summaryOf([...tallies.values()]), problems: problems.sentences() };
    } catch (error) {
      problems.add(`The catalog cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
      return { ...summaryOf([]), problems: problems.sentences() };
    } finally {
      view.done();
    }
  });
}

async function checkRecords(
  { records, entries }: Environment,
  view: ReadView,
  catalog: Catalog,
  tallies: ReadonlyMap<number, Tally>,
  problems: ProblemList,
  onProgress: VerifyOptions['onProgress'],
): Promise<void> {
  const dead = catalog.deadIds('records', view);
  let seen = 0;
  for (const { key, value } of records.getRange({ transaction: view })) {
    if (++seen % pauseEvery === 0) {
      onProgress?.(seen);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const id = key.readUInt32BE(0);
    const tally = tallies.get(id);
    if (tally === undefined) {
      if (!dead.has(id)) problems.add(`There are documents of a collection ${id} that the catalog does not know.`);
      continue;
    }
    const { collection } = tally;
    const recordId = key.readUIntBE(4, 6);
    tally.count++;
    tally.hash.add(recordId, checksumOf(value));
    try {
      const bytes = openRecord(value, collection.namespace);
      tally.bytes += bytes.length;
      for (const index of collection.indexes) {
        for (const entry of index.keysOfBytes(bytes).keys) {
          tally.expected.set(index.id, (tally.expected.get(index.id) ?? 0) + 1);
          const found = entries.get(entryKey(index, entry, index.unique ? undefined : recordId), { transaction: view });
          checkEntry(collection, index, recordId, found, problems);
        }
      }
    } catch (error) {
      problems.add(`${name(collection, recordId)}: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  onProgress?.(seen);
}

function checkEntry(
  collection: Collection,
  index: IndexDefinition,
  recordId: number,
  found: Buffer | undefined,
  problems: ProblemList,
): void {
  if (found === undefined) problems.add(`${name(collection, recordId)} is missing from the index ${index.name}.`);
  else if (index.unique && (found.length !== 6 || found.readUIntBE(0, 6) !== recordId)) {
    problems.add(`${name(collection, recordId)} has a key in the unique index ${index.name} that stands for another.`);
  }
}

function checkTally({ collection, count, bytes, hash }: Tally, problems: ProblemList): void {
  const { namespace } = collection;
  if (count !== collection.count) {
    problems.add(`${namespace} holds ${count} documents where ${collection.count} were counted when written.`);
  } else if (!hash.equals(collection.hash)) {
    problems.add(`The documents of ${namespace} are not those that were written: their hash is another.`);
  } else if (bytes !== collection.bytes) {
    problems.add(`The documents of ${namespace} take ${bytes} bytes where ${collection.bytes} were counted.`);
  }
}

/** Every document's entries have been found; if the total equals that number, there are no others. */
async function checkEntries(
  { entries }: Environment,
  view: ReadView,
  catalog: Catalog,
  tallies: ReadonlyMap<number, Tally>,
  problems: ProblemList,
): Promise<void> {
  const found = new Map<number, number>();
  let seen = 0;
  for (const key of entries.getKeys({ transaction: view })) {
    if (++seen % pauseEvery === 0) await new Promise((resolve) => setImmediate(resolve));
    const id = key.readUInt32BE(0);
    found.set(id, (found.get(id) ?? 0) + 1);
  }
  for (const { collection, expected } of tallies.values()) {
    for (const index of collection.indexes) {
      const wanted = expected.get(index.id) ?? 0;
      const present = found.get(index.id) ?? 0;
      found.delete(index.id);
      if (present === wanted) continue;
      problems.add(`The index ${index.name} of ${collection.namespace} has ${present} entries instead of ${wanted}.`);
    }
  }
  const dead = catalog.deadIds('entries', view);
  for (const { collection } of tallies.values()) for (const id of collection.abandoned) dead.add(id);
  for (const id of found.keys()) {
    if (!dead.has(id)) problems.add(`There are entries of an index ${id} that the catalog does not know.`);
  }
}

function newTally(collection: Collection): Tally {
  return { collection, count: 0, bytes: 0, hash: new SetHash(), expected: new Map() };
}

function summaryOf(tallies: readonly Tally[]): Omit<Verification, 'problems'> {
  const lines = tallies.map(({ collection, count, hash }) => `${collection.namespace} ${count} ${hash}\n`).sort();
  return {
    collections: tallies.length,
    documents: tallies.reduce((sum, { count }) => sum + count, 0),
    hash: createHash('sha256').update(lines.join('')).digest('hex'),
  };
}

function name({ namespace }: Collection, recordId: number): string {
  return `Record ${recordId} of ${namespace}`;
}
