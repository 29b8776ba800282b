import { verifyMongo } from '@assay/embedded-mongo';
import { type Collection, MongoClient } from 'mongodb';
import { type DocumentStoreProcess, startDocumentStoreProcess } from './documentStoreProcess.ts';

type Counter = {
  _id: string;
  writer: number;
  n: number;
};

/** The last acknowledged and the last requested value: what is found must lie between the two. */
type Known = {
  acknowledged: number;
  asked: number;
};

export type KillRound = {
  round: number;
  /** Writes that were answered before the kill. */
  acknowledged: number;
  /** Documents checked afterwards, of this round and all before it. */
  documents: number;
  /** One sentence each; none when all is well. */
  problems: string[];
};

export type KillRoundsOptions = {
  dataDir: string;
  rounds: number;
  /** 64 by default. */
  writers?: number;
  /** The kill comes once this many writes of a round have been acknowledged. */
  writesBeforeKill?: number;
  /** Called after each round. */
  onRound?: (round: KillRound) => void;
};

/**
 * Kills a document store with SIGKILL under many writers, again and again on one data folder. After each kill, a new
 * server must find everything that was acknowledged, nothing that nobody wrote, and the same through every index, and
 * `verify` must find nothing.
 */
export async function killDocumentStore(options: KillRoundsOptions): Promise<KillRound[]> {
  const { dataDir, rounds, writers = 64, writesBeforeKill = 2_000, onRound } = options;
  const known = new Map<string, Known>();
  const outcomes: KillRound[] = [];
  for (let round = 1; round <= rounds; round++) {
    const server = await startDocumentStoreProcess(dataDir);
    const acknowledged = await writeUntilKilled(server, { known, round, writers, writesBeforeKill });
    const { problems, documents } = await verifyMongo({ dataDir });
    problems.push(...(await compareWithKnown(dataDir, known)));
    const outcome = { round, acknowledged, documents, problems };
    outcomes.push(outcome);
    onRound?.(outcome);
  }
  return outcomes;
}

type Writing = {
  known: Map<string, Known>;
  round: number;
  writers: number;
  writesBeforeKill: number;
};

async function writeUntilKilled(server: DocumentStoreProcess, writing: Writing): Promise<number> {
  const { known, round, writers, writesBeforeKill } = writing;
  const client = await MongoClient.connect(server.url, { retryWrites: false });
  const counters = client.db('kill').collection<Counter>('counters');
  await counters.createIndex({ writer: 1, n: 1 });
  await counters.createIndex({ n: -1 });
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  const ask = (id: string, n: number): void => {
    known.set(id, { acknowledged: known.get(id)?.acknowledged ?? -1, asked: n });
  };
  const acknowledge = (id: string, n: number): void => {
    known.set(id, { acknowledged: n, asked: n });
    // Closed, or a client that has yet to send its request would look for the server for a long time.
    if (++acknowledged >= writesBeforeKill) killed ??= server.end('SIGKILL').then(() => client.close());
  };
  const writer = async (w: number): Promise<void> => {
    for (let turn = 0; killed === undefined; turn++) {
      const single = `${round}-s-${w}-${turn}`;
      ask(single, 0);
      await counters.insertOne({ _id: single, writer: w, n: 0 });
      acknowledge(single, 0);
      ask(single, 1);
      await counters.updateOne({ _id: single }, { $inc: { n: 1 } });
      acknowledge(single, 1);
      const bulk = Array.from({ length: 20 }, (_, i) => `${round}-b-${w}-${i}`);
      for (const id of bulk) ask(id, turn);
      await counters.bulkWrite(
        bulk.map((_id) => ({ replaceOne: { filter: { _id }, replacement: { writer: w, n: turn }, upsert: true } })),
      );
      for (const id of bulk) acknowledge(id, turn);
    }
  };
  // Every writer ends with the error of the write that was cut off by the kill.
  await Promise.allSettled(Array.from({ length: writers }, (_, w) => writer(w)));
  await killed;
  return acknowledged;
}

async function compareWithKnown(dataDir: string, known: Map<string, Known>): Promise<string[]> {
  const server = await startDocumentStoreProcess(dataDir);
  const client = await MongoClient.connect(server.url, { retryWrites: false });
  try {
    const counters = client.db('kill').collection<Counter>('counters');
    const stored = await valuesBy(counters, { $natural: 1 });
    const problems: string[] = [];
    for (const [id, { acknowledged, asked }] of known) {
      const n = stored.get(id) ?? -1;
      if (n < acknowledged) problems.push(`${id} was acknowledged as ${acknowledged} and is ${n}.`);
      if (n > asked) problems.push(`${id} is ${n}, beyond the requested ${asked}.`);
      // Whatever the cut-off write left is the value from now on.
      if (n === -1) known.delete(id);
      else known.set(id, { acknowledged: n, asked: n });
    }
    for (const id of stored.keys()) if (!known.has(id)) problems.push(`${id} exists but nobody wrote it.`);
    for (const hint of ['_id_', 'writer_1_n_1', 'n_-1']) {
      const viaIndex = await valuesBy(counters, hint);
      const differs = viaIndex.size !== stored.size || [...viaIndex].some(([id, n]) => stored.get(id) !== n);
      if (differs) problems.push(`The index ${hint} returns other documents than the collection.`);
    }
    return problems;
  } finally {
    await client.close();
    await server.end('SIGTERM');
  }
}

async function valuesBy(counters: Collection<Counter>, hint: string | { $natural: 1 }): Promise<Map<string, number>> {
  const all = { _id: { $gte: '' }, writer: { $gte: 0 }, n: { $gte: 0 } };
  const found = await counters.find(all, { batchSize: 10_000 }).hint(hint).toArray();
  return new Map(found.map(({ _id, n }) => [_id, n]));
}
