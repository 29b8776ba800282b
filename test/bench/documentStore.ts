import { MongoClient } from 'mongodb';
import { type BenchRow, rowOf, rowsInRun } from './documentStoreRows.ts';
import type { Figure } from './figures.ts';
import { openRawStore } from './rawDocumentStore.ts';
import { median, medianAndTail, quantile, timed } from './samples.ts';
import { startStore } from './storeProcess.ts';

const documentsInBatch = 500;
const young = 10_000;
const old = 1_000_000;
const lookups = 2_000;

type Client = { client: MongoClient; rows: ReturnType<typeof rowsOf> };

function rowsOf(client: MongoClient) {
  return client.db('bench').collection<BenchRow>('rows');
}

/** @returns milliseconds, and how many of them the driver computed in this process while the store waited */
async function upsert({ rows }: Client, from: number): Promise<{ all: number; driver: number }> {
  const documents = Array.from({ length: documentsInBatch }, (_, i) => rowOf(from + i));
  const before = process.cpuUsage();
  const all = await timed(() =>
    rows.bulkWrite(
      documents.map((document) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      })),
      { ordered: false },
    ),
  );
  const { user, system } = process.cpuUsage(before);
  return { all, driver: (user + system) / 1000 };
}

/** Upserts of new documents in both stores, alternating batch by batch, so that both see the same machine. */
async function measureUpserts(
  store: Client,
  from: number,
  batches: number,
): Promise<{ ours: number[]; withoutDriver: number[]; raw: number[] }> {
  const raw = await openRawStore();
  const ours: number[] = [];
  const withoutDriver: number[] = [];
  const theirs: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const at = from + batch * documentsInBatch;
    const { all, driver } = await upsert(store, at);
    ours.push(all);
    withoutDriver.push(all - driver);
    theirs.push(raw.upsert(at, documentsInBatch));
  }
  await raw.close();
  return { ours, withoutDriver, raw: theirs };
}

async function samplesOf(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < count; i++) samples.push(await timed(() => work(i)));
  return samples;
}

const someRow = (i: number): number => (i * 7_919) % old;

async function measureReads({ client, rows }: Client): Promise<Figure[]> {
  const ping = medianAndTail(await samplesOf(lookups, () => client.db('bench').command({ ping: 1 })));
  const point = (i: number) => rows.findOne({ _id: rowOf(someRow(i))._id });
  const page = (i: number) => {
    const { runId } = rowOf(someRow(i));
    return rows.find({ runId }).sort({ at: -1 }).limit(10).toArray();
  };
  await samplesOf(200, point);
  await samplesOf(200, page);
  const floorIs = 'a ping on the same connection';
  return [
    {
      name: 'document store: one document by _id, of 1,000,000',
      unit: 'ms',
      measured: medianAndTail(await samplesOf(lookups, point)),
      floor: ping,
      floorIs,
      aim: 0.25,
    },
    {
      name: 'document store: a page of 10 by an index, of 1,000,000',
      unit: 'ms',
      measured: medianAndTail(await samplesOf(lookups, page)),
      floor: ping,
      floorIs,
      aim: 0.4,
    },
  ];
}

/** Lookups on a separate connection while another one groups everything. */
async function measureBesideGroup({ rows }: Client, url: string): Promise<Figure> {
  const other = new MongoClient(url);
  let grouping = true;
  const grouped = rowsOf(other)
    .aggregate([{ $group: { _id: '$status', n: { $sum: 1 }, ms: { $avg: '$ms' } } }])
    .toArray()
    .finally(() => {
      grouping = false;
    });
  const samples: number[] = [];
  for (let i = 0; grouping; i++) samples.push(await timed(() => rows.findOne({ _id: rowOf(someRow(i))._id })));
  await grouped;
  await other.close();
  return {
    name: 'document store: p99 of lookups while 1,000,000 documents are grouped',
    unit: 'ms',
    measured: { p50: quantile(samples, 0.99) },
    floor: median(samples),
    floorIs: 'the median of the same lookups',
    aim: 20,
  };
}

/** The embedded document store alone, as a separate process, beside raw LMDB and at different sizes. */
export async function measureDocumentStore(say: (line: string) => void): Promise<Figure[]> {
  const server = await startStore('mongo');
  const client = new MongoClient(server.url);
  const store = { client, rows: rowsOf(client) };
  try {
    await store.rows.createIndexes([{ key: { runId: 1, at: -1 } }, { key: { status: 1, at: -1 } }]);
    for (let from = 0; from < young; from += documentsInBatch) await upsert(store, from);
    say('documentstore: upserts');
    const first = await measureUpserts(store, young, 60);
    const loaded = young + 60 * documentsInBatch;
    say('documentstore: 1,000,000 documents');
    for (let from = loaded; from < old; from += 10_000) {
      const size = Math.min(10_000, old - from);
      await store.rows.insertMany(Array.from({ length: size }, (_, i) => rowOf(from + i)));
    }
    say('documentstore: upserts among 1,000,000');
    const late = await measureUpserts(store, old, 60);
    const young50 = median(first.ours);
    say('documentstore: reads');
    return [
      {
        name: 'document store: upserts in batches of 500',
        unit: 'documents/s',
        measured: { p50: (documentsInBatch / median(first.ours).p50) * 1000 },
        floor: { p50: (documentsInBatch / median(first.raw).p50) * 1000 },
        floorIs: 'raw LMDB, the same bytes, keys and flushes',
        aim: 20_000,
      },
      {
        name: 'document store: the same, without the time that the driver computes',
        unit: 'documents/s',
        measured: { p50: (documentsInBatch / median(first.withoutDriver).p50) * 1000 },
        floor: { p50: (documentsInBatch / median(first.raw).p50) * 1000 },
        floorIs: 'raw LMDB, the same bytes, keys and flushes',
      },
      {
        name: `document store: a batch of 500 upserts among 1,000,000 of ${rowsInRun} per run`,
        unit: 'ms',
        measured: median(late.ours),
        floor: young50,
        floorIs: 'the same among 10,000',
        aim: young50.p50 * 1.3,
      },
      ...(await measureReads(store)),
      await measureBesideGroup(store, server.url),
    ];
  } finally {
    await client.close();
    await server.stop();
  }
}
