import { type EventData, EventStoreDBClient, type JSONEventType, jsonEvent } from '@eventstore/db-client';
import { type Document, MongoClient } from 'mongodb';
import { projectionList } from '../../packages/projections/src/projectionList.ts';
import { liveCollection } from './liveCollection.ts';
import { timed } from './samples.ts';
import { startStore } from './storeProcess.ts';
import type { Workbench } from './workbench.ts';

const documentsInBatch = 500;

type Stored = EventData<JSONEventType<string, Record<string, unknown>, Record<string, unknown>>>;

/** The events of a run in its streams, in the batches in which they were appended. */
async function appendsOf(bench: Workbench, names: readonly string[], batch: number): Promise<Map<string, Stored[][]>> {
  const client = await bench.events();
  const appends = new Map<string, Stored[][]>();
  for (const stream of names) {
    const events: Stored[] = [];
    for await (const { event } of client.readStream<JSONEventType<string, Record<string, unknown>>>(stream)) {
      if (event?.isJson) {
        const { id, type, data } = event;
        events.push(jsonEvent({ id, type, data, metadata: event.metadata as Record<string, unknown> }));
      }
    }
    const batches: Stored[][] = [];
    for (let from = 0; from < events.length; from += batch) batches.push(events.slice(from, from + batch));
    appends.set(stream, batches);
  }
  return appends;
}

async function appendAll(url: string, appends: Map<string, Stored[][]>, writers: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const streams = appends.entries();
  const write = async () => {
    for (const [stream, batches] of streams) {
      for (const batch of batches) await client.appendToStream(stream, batch);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await client.dispose();
}

async function upsertAll(client: MongoClient, name: string, documents: Document[]): Promise<void> {
  const collection = client.db('floor').collection(name);
  for (let from = 0; from < documents.length; from += documentsInBatch) {
    const batch = documents.slice(from, from + documentsInBatch);
    await collection.bulkWrite(
      batch.map((document) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      })),
      { ordered: false },
    );
  }
}

/**
 * The limit for any architecture on these stores: the run's events appended once, in their batches, and the documents
 * of its tests written once with their indexes, both at the same time and nothing in between.
 * @param batch events of one append
 * @param readModel the one with the run's tests
 * @returns milliseconds
 */
export async function measureStoreFloor(
  bench: Workbench,
  streams: readonly string[],
  runId: string,
  { writers, batch, readModel }: { writers: number; batch: number; readModel: 'testRunTests' | 'importedResults' },
): Promise<number> {
  const appends = await appendsOf(bench, streams, batch);
  const documents = await (await liveCollection(bench, readModel)).find({ testRunId: runId }).toArray();
  const [events, mongo] = await Promise.all([startStore('eventstore'), startStore('mongo')]);
  const client = new MongoClient(mongo.url);
  try {
    const { indexes = [] } = projectionList.find(({ name }) => name === readModel) ?? {};
    for (const index of indexes) await client.db('floor').collection(readModel).createIndex(index);
    return await timed(() =>
      Promise.all([appendAll(events.url, appends, writers), upsertAll(client, readModel, documents)]),
    );
  } finally {
    await client.close();
    await Promise.all([events.stop(), mongo.stop()]);
  }
}
