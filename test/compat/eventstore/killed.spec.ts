import { rm } from 'node:fs/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { collect, describeEmbedded, numbered, temporaryFolder } from './eventStoreUnderTest.ts';
import { spawnServer, terminate } from './spawnedServer.ts';

const WRITERS = 64;
const ENOUGH = 3_000;

describeEmbedded('an event store that is killed under load', () => {
  it('has all it acknowledged, without a gap, and starts again at once', async () => {
    const folder = await temporaryFolder();
    const first = await spawnServer(folder);
    const client = EventStoreDBClient.connectionString(first.url);
    const acknowledged = new Map<string, number>();
    let count = 0;

    const write = async (stream: string) => {
      for (let n = 0; ; n += 2) {
        await client.appendToStream(stream, numbered(2, n));
        acknowledged.set(stream, n + 1);
        count += 1;
        if (count === ENOUGH) first.process.kill('SIGKILL');
      }
    };
    const streams = Array.from({ length: WRITERS }, (_, writer) => `writer-${writer}`);
    const outcomes = await Promise.allSettled(streams.map(write));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(acknowledged.size).toBe(WRITERS);

    const second = await spawnServer(folder);
    const reader = EventStoreDBClient.connectionString(second.url);
    const found = await collect(reader.readAll());
    for (const stream of streams) {
      const numbers = found.filter(({ event }) => event?.streamId === stream).map(({ event }) => event?.data);
      expect(numbers).toEqual(numbers.map((_, n) => ({ n })));
      expect(numbers.length).toBeGreaterThan(acknowledged.get(stream) ?? 0);
      expect(numbers.length % 2).toBe(0);
      const own = await collect(reader.readStream(stream));
      expect(own.map(({ event }) => event?.revision)).toEqual(numbers.map((_, n) => BigInt(n)));
    }
    expect(await terminate(second, 'SIGTERM')).toBe(0);
    await Promise.allSettled([client.dispose(), reader.dispose()]);
    await rm(folder, { recursive: true });
  });
});
