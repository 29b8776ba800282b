import { EventStoreDBClient } from '@eventstore/db-client';
import { result } from './eventStoreWrites.ts';
import type { Figure } from './figures.ts';
import { residentMegabytes } from './memory.ts';
import { medianAndTail, timed } from './samples.ts';
import { type StoreProcess, startStore } from './storeProcess.ts';

/** The first second, in which connections are opened and code is compiled, does not count. */
const live = { perSecond: 1_000, seconds: 6, uncounted: 1_000 };
const stalled = { subscribers: 20, events: 30_000, inBatch: 100 };

/** @param folder of a store with events */
export async function measureReads(folder: string): Promise<Figure[]> {
  const store = await startStore('eventstore', folder);
  const client = EventStoreDBClient.connectionString(store.url);
  try {
    return [await measureLive(client, store.url), ...(await measureStalled(client, store))];
  } finally {
    await client.dispose();
    await store.stop();
  }
}

/** From the call of append to the event at a subscriber; the floor is the append's own response. */
async function measureLive(client: EventStoreDBClient, url: string): Promise<Figure> {
  const listener = EventStoreDBClient.connectionString(url);
  const sent = new Map<string, number>();
  const latencies: number[] = [];
  const answers: number[] = [];
  const total = live.perSecond * live.seconds;
  const subscription = listener.subscribeToAll({ fromPosition: 'end' });
  const heard = new Promise<void>((resolve, reject) => {
    subscription.on('error', reject);
    subscription.on('data', ({ event }) => {
      const at = sent.get(event?.id ?? '');
      if (at !== undefined) latencies.push(performance.now() - at);
      if (latencies.length === total) resolve();
    });
  });
  await new Promise<void>((resolve) => subscription.once('confirmation', () => resolve()));
  const began = performance.now();
  const appends: Promise<unknown>[] = [];
  for (let n = 0; n < total; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * live.perSecond));
    for (; n < due; n += 1) {
      const event = result(n);
      const at = performance.now();
      sent.set(event.id, at);
      const append = client.appendToStream(`live-${n % 64}`, event);
      appends.push(append.then(() => answers.push(performance.now() - at)));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all([...appends, heard]);
  await subscription.unsubscribe();
  await listener.dispose();
  return {
    name: 'event store: append to live subscriber, 1,000 events/s',
    unit: 'ms',
    measured: medianAndTail(latencies.slice(live.uncounted)),
    floor: medianAndTail(answers.slice(live.uncounted)),
    floorIs: 'the answer to the same append',
    aim: 2,
  };
}

const appendMany = async (client: EventStoreDBClient, stream: string) => {
  for (let n = 0; n < stalled.events; n += stalled.inBatch) {
    await client.appendToStream(
      stream,
      Array.from({ length: stalled.inBatch }, (_, index) => result(index)),
    );
  }
};

/** Stalled subscribers: what they cost in memory, and what they cost others. */
async function measureStalled(client: EventStoreDBClient, store: StoreProcess): Promise<Figure[]> {
  const outsideMap = async () => {
    const resident = await residentMegabytes(store.pid);
    return resident ? resident.all - resident.files : Number.NaN;
  };
  await appendMany(client, 'alone-before');
  const alone = await timed(() => appendMany(client, 'alone'));
  const before = await outsideMap();
  const listeners = Array.from({ length: stalled.subscribers }, () => EventStoreDBClient.connectionString(store.url));
  const subscriptions = listeners.map((listener) => listener.subscribeToAll());
  for (const subscription of subscriptions) {
    subscription.on('error', () => undefined);
    subscription.pause();
  }
  const together = await timed(() => appendMany(client, 'together'));
  const after = await outsideMap();
  await Promise.all(listeners.map((listener) => listener.dispose()));
  const perSecond = (ms: number) => ({ p50: (stalled.events / ms) * 1000 });
  return [
    {
      name: `event store: batches beside ${stalled.subscribers} stalled subscribers`,
      unit: 'events/s',
      measured: perSecond(together),
      floor: perSecond(alone),
      floorIs: 'the same without them',
    },
    {
      name: `event store: memory outside the map with ${stalled.subscribers} stalled subscribers`,
      unit: 'MB',
      measured: { p50: after },
      floor: { p50: before },
      floorIs: 'the same process before',
    },
  ];
}
