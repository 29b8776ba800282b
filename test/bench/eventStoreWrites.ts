import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { RawLmdb } from './eventStoreFloor.ts';
import type { Figure } from './figures.ts';
import { median, medianAndTail, timed } from './samples.ts';
import { startClientLimit, startStore } from './storeProcess.ts';

const alone = 500;
const inFlight = { writers: 64, appends: 20_000 };
const batches = { writers: 8, events: 100, appends: 1_500 };

/** About 250 bytes of JSON, like a test result. */
export const result = (n: number) =>
  jsonEvent({
    type: 'TestFinished',
    data: { n, test: `checkout/payment.feature:${n % 97}`, outcome: 'PASS', durationMs: 1_234, note: 'x'.repeat(150) },
  });

const resultsOf = (count: number) => Array.from({ length: count }, (_, n) => result(n));

/** @returns the milliseconds of each */
async function each(times: number, work: (n: number) => unknown): Promise<number[]> {
  const samples: number[] = [];
  for (let n = 0; n < times; n += 1) samples.push(await timed(async () => work(n)));
  return samples;
}

/** @returns the rate per second */
async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  return (count / (await timed(work))) * 1000;
}

async function share(times: number, writers: number, work: (writer: number) => Promise<unknown>): Promise<void> {
  let left = times;
  const write = async (writer: number) => {
    while (left-- > 0) await work(writer);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
}

const groupedRate = (client: EventStoreDBClient) =>
  rate(inFlight.appends, () =>
    share(inFlight.appends, inFlight.writers, (writer) => client.appendToStream(`one-${writer}`, result(1))),
  );

const batchedRate = (client: EventStoreDBClient) =>
  rate(batches.appends * batches.events, () =>
    share(batches.appends, batches.writers, (writer) =>
      client.appendToStream(`batch-${writer}`, resultsOf(batches.events)),
    ),
  );

/** The official client's own limit, on the same machine in the same minute. */
async function clientLimits(): Promise<{ grouped: number; batched: number; read: number }> {
  const server = await startClientLimit();
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    await client.appendToStream('warm', resultsOf(100));
    const [grouped, batched] = [await groupedRate(client), await batchedRate(client)];
    const reads: number[] = [];
    for (let round = 0; round < readRounds; round += 1) reads.push(await readRate(client));
    return { grouped, batched, read: median(reads).p50 };
  } finally {
    await client.dispose();
    await server.stop();
  }
}

/** @param folder keeps the data for the next measurement */
export async function measureWrites(folder: string): Promise<Figure[]> {
  const store = await startStore('eventstore', folder);
  const client = EventStoreDBClient.connectionString(store.url);
  const raw = new RawLmdb(`${folder}-raw`);
  try {
    await client.appendToStream('warm', resultsOf(100));
    // Alternating, so that both meet the same state of the disk.
    const appends: number[] = [];
    const commits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      appends.push(...(await each(alone / 5, (n) => client.appendToStream('alone', result(n)))));
      commits.push(...(await each(alone / 5, () => raw.commit(1, 1))));
    }
    const grouped = await groupedRate(client);
    const rawGrouped = await rate(inFlight.appends, async () => {
      for (let n = 0; n < inFlight.appends; n += inFlight.writers) raw.commit(inFlight.writers, inFlight.writers);
    });
    const rawEach = await rate(inFlight.appends / 10, async () => {
      for (let n = 0; n < inFlight.appends / 10; n += 1) raw.commit(1, 1);
    });
    const batched = await batchedRate(client);
    const events = batches.appends * batches.events;
    const rawBatched = await rate(events, async () => {
      for (let n = 0; n < events; n += batches.writers * batches.events)
        raw.commit(batches.writers * batches.events, batches.writers);
    });
    const rawBatchEach = await rate(events, async () => {
      for (let n = 0; n < batches.appends; n += 1) raw.commit(batches.events, 1);
    });
    const limits = await clientLimits();
    return [
      {
        name: 'event store: an append, one after the other',
        unit: 'ms',
        measured: medianAndTail(appends),
        floor: medianAndTail(commits),
        floorIs: 'raw LMDB, the same rows, a commit each',
        aim: 1.5,
      },
      {
        name: 'event store: appends, 64 in flight',
        unit: 'events/s',
        measured: { p50: grouped },
        floor: { p50: rawGrouped },
        floorIs: 'raw LMDB, the same rows, a commit for each 64',
        aim: 10_000,
      },
      {
        name: 'event store: appends, 64 in flight, against a commit each',
        unit: 'events/s',
        measured: { p50: grouped },
        floor: { p50: rawEach },
        floorIs: commitEach,
      },
      {
        name: 'event store: appends, 64 in flight, against the client',
        unit: 'events/s',
        measured: { p50: grouped },
        floor: { p50: limits.grouped },
        floorIs: clientAlone,
      },
      {
        name: 'event store: batches of 100, 8 writers',
        unit: 'events/s',
        measured: { p50: batched },
        floor: { p50: rawBatched },
        floorIs: 'raw LMDB, the same rows, a commit for each 800: all that 8 writers can have under way',
        aim: 30_000,
      },
      {
        name: 'event store: batches of 100, 8 writers, against a commit each',
        unit: 'events/s',
        measured: { p50: batched },
        floor: { p50: rawBatchEach },
        floorIs: commitEach,
      },
      {
        name: 'event store: batches of 100, 8 writers, against the client',
        unit: 'events/s',
        measured: { p50: batched },
        floor: { p50: limits.batched },
        floorIs: clientAlone,
      },
      ...(await measureAllRead(client, raw, limits.read)),
    ];
  } finally {
    await client.dispose();
    await store.stop();
    await raw.close();
  }
}

const readRounds = 3;
const eventsRead = 100_000;

const commitEach = 'raw LMDB, the same rows, each append on disk before the next begins';
const clientAlone = 'the official client against a server that keeps nothing';

const readRate = (client: EventStoreDBClient) =>
  rate(eventsRead, async () => {
    let count = 0;
    for await (const _ of client.readAll({ maxCount: eventsRead })) count += 1;
    if (count !== eventsRead) throw new Error(`read ${count} events`);
  });

async function measureAllRead(client: EventStoreDBClient, raw: RawLmdb, clientLimit: number): Promise<Figure[]> {
  const rates: number[] = [];
  const rawRates: number[] = [];
  for (let round = 0; round < readRounds; round += 1) {
    rates.push(await readRate(client));
    let read = 0;
    const took = await timed(async () => {
      read = raw.readAll();
    });
    rawRates.push((read / took) * 1000);
  }
  return [
    {
      name: 'event store: read of $all by the official client',
      unit: 'events/s',
      measured: median(rates),
      floor: median(rawRates),
      floorIs: 'raw LMDB, all values copied, no network, nothing decoded',
      aim: 60_000,
    },
    {
      name: 'event store: read of $all, against the client',
      unit: 'events/s',
      measured: median(rates),
      floor: { p50: clientLimit },
      floorIs: clientAlone,
    },
  ];
}
