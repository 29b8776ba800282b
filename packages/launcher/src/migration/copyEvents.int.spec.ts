import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, startEventStore } from '@assay/embedded-eventstore';
import { binaryEvent, EventStoreDBClient, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import { copyEvents } from './copyEvents.ts';
import { compareDigests, digestLog } from './logEvents.ts';

const streams = 20;
const never = new AbortController().signal;

describe('copying a log', () => {
  let folder: string;
  let servers: EventStore[];
  let source: EventStoreDBClient;
  let target: EventStoreDBClient;
  let barriers: bigint[];
  beforeEach(async () => {
    barriers = [];
    folder = await mkdtemp(join(tmpdir(), 'copy-'));
    servers = await Promise.all(['a', 'b'].map((name) => startEventStore({ port: 0, dataDir: join(folder, name) })));
    [source, target] = servers.map(({ url }) => EventStoreDBClient.connectionString(url)) as [
      EventStoreDBClient,
      EventStoreDBClient,
    ];
  });
  afterEach(async () => {
    await Promise.all([source.dispose(), target.dispose()]);
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  });

  async function write(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        Array.from({ length: streams }, (_, stream) =>
          source.appendToStream(
            `stream-${stream}`,
            Array.from({ length: 1 + ((stream + round) % 4) }, (_, n) =>
              jsonEvent({ type: 'Happened', data: { round, n, text: 'ä€𝄞' }, metadata: { at: round, $cause: null } }),
            ),
          ),
        ),
      );
    }
  }

  const copy = (after: bigint | null, onCopied: (commit: bigint) => void = () => undefined, stop = never) =>
    copyEvents({
      source,
      target,
      after,
      oneAtATime: false,
      stop,
      onCopied: async (commit) => onCopied(commit),
      onBarrier: async (commit) => {
        barriers.push(commit);
      },
    });

  async function differences(): Promise<string[]> {
    const [was, is] = [await digestLog(source, null, () => undefined), await digestLog(target, null, () => undefined)];
    expect(was.events).toBeGreaterThan(0);
    return compareDigests(was, is);
  }

  it('keeps ids, data, metadata, revisions and the order of the log', async () => {
    await write(8);
    await source.appendToStream('bytes', binaryEvent({ type: 'Raw', data: Buffer.from([0, 255, 10]) }));
    await copy(null);
    expect(await differences()).toEqual([]);
    const read = async (client: EventStoreDBClient) => {
      const found: ResolvedEvent[] = [];
      for await (const event of client.readStream('stream-3')) found.push(event);
      return found.map(({ event }) => ({ ...event, created: null, position: null }));
    };
    expect(await read(target)).toEqual(await read(source));
  });

  it('resumes from any interruption, without duplicates and without gaps', async () => {
    await write(8);
    const places: bigint[] = [];
    const stopping = new AbortController();
    await copy(
      null,
      (commit) => {
        places.push(commit);
        if (places.length === 100) stopping.abort();
      },
      stopping.signal,
    );
    await write(2);
    // A killed process remembers less than it had done.
    await copy(places[40] ?? null);
    expect(await differences()).toEqual([]);
    await copy(places[80] ?? null);
    await write(1);
    await copy(places.at(-1) ?? null);
    expect(await differences()).toEqual([]);
  });

  it('keeps the metadata of streams, and what was deleted or tombstoned', async () => {
    await write(3);
    await source.setStreamMetadata('stream-1', { maxCount: 2 });
    await source.deleteStream('stream-2');
    await source.tombstoneStream('stream-4');
    await source.deleteStream('stream-5');
    await source.appendToStream('stream-5', jsonEvent({ type: 'Again', data: {} }));
    await copy(null);
    const streamsSeen = async (client: EventStoreDBClient, stream: string) => {
      const revisions: bigint[] = [];
      try {
        for await (const { event } of client.readStream(stream)) if (event) revisions.push(event.revision);
        return revisions;
      } catch (error) {
        return error instanceof Error ? error.constructor.name : error;
      }
    };
    for (const stream of ['stream-1', 'stream-2', 'stream-4', 'stream-5', 'stream-6']) {
      expect([stream, await streamsSeen(target, stream)]).toEqual([stream, await streamsSeen(source, stream)]);
    }
    expect(await streamsSeen(target, 'stream-2')).toBe('StreamNotFoundError');
    expect(await streamsSeen(target, 'stream-4')).toBe('StreamDeletedError');
    expect(await streamsSeen(target, 'stream-1')).toHaveLength(2);
    expect(await differences()).toEqual([]);
    await copy(barriers.at(-1) ?? null);
    await copy(barriers.at(-2) ?? null);
    expect(await differences()).toEqual([]);
  });

  it('detects a copy that differs from the source', async () => {
    await write(2);
    await copy(null);
    await target.appendToStream('stream-7', jsonEvent({ type: 'Happened', data: {} }));
    expect((await differences()).join(' ')).toMatch(/source holds .* the copy .* 1 streams differ: stream-7/);
  });
});
