import { rm } from 'node:fs/promises';
import { EventStoreStartError, startEventStore } from '@assay/embedded-eventstore';
import { CancelledError, type EventStoreDBClient, NO_STREAM, StreamDeletedError } from '@eventstore/db-client';
import { happened } from '../../support/happened.ts';
import { clientOf } from './clientOf.ts';
import {
  collect,
  describeEmbedded,
  errorOf,
  newStream,
  numbered,
  revisionsOf,
  startOn,
  take,
  temporaryFolder,
} from './eventStoreUnderTest.ts';

describeEmbedded('an event store that is stopped and started again', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function whileRunning<Result>(work: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
    const server = await startOn(folder);
    const client = clientOf(server.url);
    try {
      return await work(client);
    } finally {
      await client.dispose();
      await server.stop();
    }
  }

  it('has every event and continues the revisions', async () => {
    const stream = newStream();
    const before = await whileRunning(async (client) => {
      await client.appendToStream(stream, numbered(300));
      return collect(client.readAll());
    });
    await whileRunning(async (client) => {
      expect(await collect(client.readAll())).toEqual(before);
      const result = await client.appendToStream(stream, numbered(1), { expectedRevision: 299n });
      expect(result.nextExpectedRevision).toBe(300n);
      expect(result.position?.commit).toBeGreaterThan(before.at(-1)?.event?.position?.commit ?? 0n);
      const other = newStream();
      await client.appendToStream(other, numbered(2), { expectedRevision: NO_STREAM });
      expect(revisionsOf(await collect(client.readStream(other)))).toEqual([0n, 1n]);
    });
  });

  it('remembers metadata and tombstones', async () => {
    const [limited, gone] = [newStream(), newStream()];
    await whileRunning(async (client) => {
      for (const stream of [limited, gone]) await client.appendToStream(stream, numbered(5));
      await client.setStreamMetadata(limited, { maxCount: 1 });
      await client.tombstoneStream(gone);
    });
    await whileRunning(async (client) => {
      expect(revisionsOf(await collect(client.readStream(limited)))).toEqual([4n]);
      expect(await errorOf(client.appendToStream(gone, numbered(1)))).toBeInstanceOf(StreamDeletedError);
    });
  });

  it('recognises an append whose answer was lost, whatever revision it expected', async () => {
    const stream = newStream();
    const events = numbered(2);
    await whileRunning((client) => client.appendToStream(stream, events));
    await whileRunning(async (client) => {
      expect(await client.appendToStream(stream, events)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await collect(client.readStream(stream))).toHaveLength(2);
    });
  });

  it('lets a subscriber continue where it was', async () => {
    const stream = newStream();
    const [last] = await whileRunning(async (client) => {
      await client.appendToStream(stream, numbered(3));
      return (await take(2, client.subscribeToStream(stream))).slice(-1);
    });
    await whileRunning(async (client) => {
      await client.appendToStream(stream, numbered(1, 3));
      const rest = await take(2, client.subscribeToAll({ fromPosition: last?.event?.position }));
      expect(revisionsOf(rest)).toEqual([2n, 3n]);
    });
  });

  it('rejects running calls when it stops, so that nobody waits forever', async () => {
    const server = await startOn(folder);
    const client = clientOf(server.url);
    const subscription = client.subscribeToAll();
    subscription.resume();
    await happened(subscription, 'caughtUp');
    const failed = happened(subscription, 'error');
    await client.appendToStream(newStream(), numbered(1));
    await server.stop();
    expect((await failed)[0]).toBeInstanceOf(CancelledError);
    expect(await errorOf(client.appendToStream(newStream(), numbered(1)))).toBeInstanceOf(Error);
    await client.dispose();
  });
});

describeEmbedded('an event store that cannot start', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reports that its folder is in use', async () => {
    const server = await startOn(folder);
    const error = await errorOf(startOn(folder));
    expect(error).toBeInstanceOf(EventStoreStartError);
    expect(error).toMatchObject({ code: 'DATA_FOLDER_LOCKED', message: expect.stringContaining(folder) });
    await server.stop();
    await (await startOn(folder)).stop();
  });

  it('reports that its port is taken and releases its folder', async () => {
    const server = await startOn(folder);
    const other = await temporaryFolder();
    const error = await errorOf(startEventStore({ port: server.port, dataDir: other }));
    expect(error).toMatchObject({ code: 'PORT_TAKEN', message: expect.stringContaining(String(server.port)) });
    await (await startOn(other)).stop();
    await server.stop();
    await rm(other, { recursive: true });
  });
});
