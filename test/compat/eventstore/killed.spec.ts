import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { EventStoreDBClient } from '@eventstore/db-client';
import { collect, describeEmbedded, numbered, temporaryFolder } from './eventStoreUnderTest.ts';

const WRITERS = 64;
const ENOUGH = 3_000;

interface RunningServer {
  url: string;
  process: ChildProcess;
}

async function spawnServer(folder: string): Promise<RunningServer> {
  const args = ['--import', 'tsx', 'packages/embedded-eventstore/src/main.ts', '--port', '0', '--dir', folder];
  const process = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: process.stdout })) {
    const [, url] = /^event store listening on (esdb:\S+)$/.exec(line) ?? [];
    if (url) return { url, process };
  }
  throw new Error('The server ended before it was ready.');
}

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
    const ended = once(second.process, 'exit');
    second.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await Promise.allSettled([client.dispose(), reader.dispose()]);
    await rm(folder, { recursive: true });
  });
});
