import { randomBytes } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { open } from 'lmdb';
import { openEventLog } from '../../packages/embedded-eventstore/src/storage/openEventLog.ts';
import type { Figure } from './figures.ts';
import { residentMegabytes } from './memory.ts';
import { median, timed } from './samples.ts';
import { startStore } from './storeProcess.ts';

const streams = 1_000_000;
const inFlight = 4_000;
const lookedAt = 60_000;
const rounds = 5;

const observer = {
  log: () => undefined,
  onBroken: (error: unknown) => {
    throw error;
  },
};

/** A million events, each in its own stream: written directly, because the protocol is not what is measured. */
async function fill(folder: string): Promise<void> {
  const log = await openEventLog(folder, observer);
  const data = Buffer.from(JSON.stringify({ n: 1, note: 'x'.repeat(60) }));
  const event = () => ({
    eventId: randomBytes(16).toString('hex'),
    type: 'Made',
    contentType: 'application/json',
    metadata: new Uint8Array(0),
    data,
  });
  for (let n = 0; n < streams; n += inFlight) {
    const writes = Array.from({ length: inFlight }, (_, index) =>
      log.write({ kind: 'append', streamName: `work-${n + index}`, expected: 'noStream', events: [event()] }),
    );
    await Promise.all(writes);
  }
  await log.close();
}

async function openRaw(folder: string): Promise<void> {
  const root = open({ path: `${folder}/events.mdb`, noSubdir: true, maxDbs: 8, readOnly: true });
  const events = root.openDB<Buffer, number>('events', { encoding: 'binary' });
  for (const key of events.getKeys({ reverse: true, limit: 1 })) if (key < streams) throw new Error('not filled');
  await root.close();
}

/** How quickly a store with a million events in a million streams opens, and how much memory it needs. */
export async function measureManyStreams(folder: string): Promise<Figure[]> {
  await fill(folder);
  const openings: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    openings.push((await timed(() => openEventLog(folder, observer).then((log) => log.close()))) / 1000);
    raw.push((await timed(() => openRaw(folder))) / 1000);
  }
  const store = await startStore('eventstore', folder);
  const client = EventStoreDBClient.connectionString(store.url);
  for (let n = 0; n < lookedAt; n += 200) {
    const reads = Array.from({ length: 200 }, async (_, index) => {
      const stream = `work-${((n + index) * 7_919) % streams}`;
      for await (const { event } of client.readStream(stream)) if (event?.streamId !== stream) throw new Error(stream);
    });
    await Promise.all(reads);
  }
  const resident = await residentMegabytes(store.pid);
  await client.dispose();
  await store.stop();
  const opening: Figure = {
    name: 'event store: opening a million events',
    unit: 's',
    measured: median(openings),
    floor: median(raw),
    floorIs: 'raw LMDB opens the same file and finds the last event',
    aim: 0.5,
  };
  if (!resident) return [opening];
  const memory: Figure = {
    name: 'event store: memory outside the map, a million streams, 60,000 of them read',
    unit: 'MB',
    measured: { p50: resident.all - resident.files },
    floor: null,
    floorIs: '',
    aim: 200,
  };
  return [opening, memory];
}
