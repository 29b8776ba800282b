import { readModelDatabase } from '@assay/application';
import { beginHistory } from '@assay/event-log';
import { operationsDatabase } from '@assay/operations';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { buildReadModels, countDocuments } from '../operation/buildReadModels.ts';
import { CommandError } from '../operation/command.ts';
import { copyEvents } from './copyEvents.ts';
import { copyOperations } from './copyOperations.ts';
import { type CopyProgress, openCopyProgress } from './copyProgress.ts';
import { compareDigests, copiedEvents, digestLog, type LogDigest } from './logEvents.ts';
import { type OpenPair, openPair, type StorePair } from './storePair.ts';

const saveMs = 1_000;

export type Migration = {
  from: StorePair;
  to: StorePair;
  /** Contains the master key. */
  dataDir: string;
  oneAtATime: boolean;
  say: (line: string) => void;
  progress: (line: string) => void;
  stop: AbortSignal;
};

/** The epoch of the log's newest history; null for a log without our events. */
async function sourceEpochOf(client: EventStoreDBClient): Promise<string | null> {
  let epoch: string | null = null;
  for await (const { type, data } of copiedEvents(client, null)) {
    if (type !== 'EventLogOpened') continue;
    epoch = String((data as { epoch?: unknown }).epoch);
    break;
  }
  return epoch;
}

async function isEmpty({ events, documents }: OpenPair): Promise<boolean> {
  for await (const _ of copiedEvents(events, null)) return false;
  for (const name of [operationsDatabase, readModelDatabase]) {
    if ((await documents.db(name).listCollections({}, { nameOnly: true }).toArray()).length > 0) return false;
  }
  return true;
}

type Place = { state: 'copying'; after: bigint | null } | { state: 'closing' | 'finished' };

/** Where an earlier copy of the same log stopped. */
async function placeOf(copies: CopyProgress, sourceEpoch: string, target: OpenPair): Promise<Place> {
  const row = await copies.read();
  if (!row) {
    if (!(await isEmpty(target))) {
      throw new CommandError('The target is not empty, and does not contain an unfinished copy. Use empty stores.');
    }
    await copies.begin(sourceEpoch);
    return { state: 'copying', after: null };
  }
  if (row.sourceEpoch !== sourceEpoch) {
    throw new CommandError('The target contains an unfinished copy of another installation. Use empty stores.');
  }
  if (row.state !== 'copying') return { state: row.state };
  return { state: 'copying', after: row.copiedTo === null ? null : BigInt(row.copiedTo) };
}

/** Whether processes of the service hold their leases in that document store. */
async function isInUse({ documents }: OpenPair): Promise<boolean> {
  const leases = documents.db(operationsDatabase).collection('processLeases');
  return (await leases.findOne({ until: { $gt: new Date() } })) !== null;
}

async function copyLog(
  source: OpenPair,
  target: OpenPair,
  copies: CopyProgress,
  after: bigint | null,
  { oneAtATime, progress, stop }: Migration,
): Promise<bigint | null> {
  let [upTo, events, savedAt] = [after, 0, performance.now()];
  await copyEvents({
    source: source.events,
    target: target.events,
    after,
    oneAtATime,
    stop,
    onCopied: async (commit, more) => {
      upTo = commit;
      events += more;
      progress(`${events} events copied`);
      if (performance.now() - savedAt < saveMs) return;
      await copies.copiedTo(commit);
      savedAt = performance.now();
    },
    onBarrier: (commit) => copies.copiedTo(commit),
  });
  if (upTo !== null) await copies.copiedTo(upTo);
  stop.throwIfAborted();
  return upTo;
}

async function compareLogs(
  source: OpenPair,
  target: OpenPair,
  upTo: bigint | null,
  progress: Migration['progress'],
): Promise<LogDigest> {
  const was = await digestLog(source.events, upTo, (events) => progress(`${events} events of the source compared`));
  const is = await digestLog(target.events, null, (events) => progress(`${events} events of the copy compared`));
  const problems = compareDigests(was, is);
  if (problems.length === 0) return is;
  throw new CommandError(`The copy differs from the source. ${problems.join(' ')} Use empty stores and start over.`);
}

/** @returns whether the source is final. */
async function copyAndCompare(
  source: OpenPair,
  target: OpenPair,
  copies: CopyProgress,
  after: bigint | null,
  migration: Migration,
): Promise<boolean> {
  const { say, progress, stop } = migration;
  if (after !== null) say('Resuming an earlier copy.');
  // Checked first: a process that stops during the copy may have written after the copied position.
  const inUse = await isInUse(source);
  const upTo = await copyLog(source, target, copies, after, migration);
  const { events, streams, overall } = await compareLogs(source, target, upTo, progress);
  say(`${events} events of ${streams.size} streams are the same in both; SHA-256 over all of them ${overall}.`);
  const operations = source.documents.db(operationsDatabase);
  const copied = await copyOperations(operations, target.documents.db(operationsDatabase), stop);
  const rows = copied.reduce((sum, { documents }) => sum + documents, 0);
  say(`${rows} documents of operational state are the same in both: ${copied.map(({ name }) => name).join(', ')}.`);
  if (!inUse) return true;
  say('');
  say('Assay still runs on the source and keeps writing there. Stop it and repeat the command: it copies');
  say('the rest, builds the read models and finishes. Do not use the target before that.');
  return false;
}

/** Turns the copy into a log of its own. May be repeated. */
async function close(
  source: OpenPair,
  target: OpenPair,
  { to, dataDir, say, progress, stop }: Migration,
): Promise<void> {
  const epoch = await beginHistory(to.eventStoreUrl);
  await target.documents.db(readModelDatabase).dropDatabase();
  const built = await buildReadModels({
    ...to,
    dataDir,
    stop,
    onProgress: (position) => progress(`read models built up to ${position}`),
  });
  const documents = [...built.values()].reduce((sum, count) => sum + count, 0);
  say(`${built.size} read models with ${documents} documents were built.`);
  const before = await countDocuments(source.documents);
  const differing = [...before].filter(([name, count]) => built.get(name) !== count).map(([name]) => name);
  if (differing.length > 0) {
    say(
      `In the source these have a different number of documents, because it had not reached the end of its log: ${differing}.`,
    );
  }
  say(`From now on the target is a history of its own (epoch ${epoch}).`);
}

/**
 * Copies an installation's stores into empty ones: the log through the official client, operational state, and rebuilt
 * read models. Reports its progress. Calling it again resumes where it stopped.
 * @returns whether the copy is complete; false while the service keeps writing to the source
 */
export async function migrateStores(migration: Migration): Promise<boolean> {
  const source = await openPair(migration.from);
  let target: OpenPair | null = null;
  try {
    target = await openPair(migration.to);
    const sourceEpoch = await sourceEpochOf(source.events);
    if (sourceEpoch === null) throw new CommandError('The source holds no events of Assay. Nothing was done.');
    const copies = openCopyProgress(target.documents);
    const place = await placeOf(copies, sourceEpoch, target);
    if (place.state === 'finished') {
      migration.say('This copy was finished before; since then the target is a log of its own. Nothing was done.');
      return true;
    }
    if (place.state === 'copying') {
      if (!(await copyAndCompare(source, target, copies, place.after, migration))) return false;
      await copies.enter('closing');
    }
    await close(source, target, migration);
    await copies.enter('finished');
    return true;
  } finally {
    await Promise.all([source.close(), target?.close()]);
  }
}
