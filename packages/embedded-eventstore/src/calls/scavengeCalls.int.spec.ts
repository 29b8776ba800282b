import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import operations, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import { Metadata } from '@grpc/grpc-js';
import { clientOf } from '../../../../test/compat/eventstore/clientOf.ts';
import {
  collect,
  describeEmbedded,
  errorOf,
  numbered,
  revisionsOf,
  startOn,
  temporaryFolder,
} from '../../../../test/compat/eventstore/eventStoreUnderTest.ts';
import { scavengesOf, startScavenge } from '../../../../test/compat/eventstore/scavenges.ts';
import { spawnServer, terminate } from '../../../../test/compat/eventstore/spawnedServer.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { compactEventStore } from '../maintenance/compactEventStore.ts';
import { verifyEventStore } from '../maintenance/verifyEventStore.ts';
import type { EventStore } from '../startEventStore.ts';

const { ScavengeResult } = operations.ScavengeResp;

describeEmbedded('scavenging', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  function stopScavenge(url: string, id: string): Promise<ScavengeResp> {
    const calls = scavengesOf(url);
    const options = new operations.StopScavengeReq.Options().setScavengeId(id);
    return new Promise<ScavengeResp>((resolve, reject) => {
      calls.stopScavenge(new operations.StopScavengeReq().setOptions(options), new Metadata(), (error, response) =>
        error ? reject(error) : resolve(response),
      );
    }).finally(() => calls.close());
  }

  /** 3,000 events that can no longer be read, among some that can. */
  async function writeMuch(client: EventStoreDBClient): Promise<void> {
    await client.appendToStream('kept', numbered(20));
    await client.appendToStream('counted', numbered(1_000));
    await client.appendToStream('deleted', numbered(1_000));
    await client.appendToStream('kept', numbered(20, 20));
    await client.appendToStream('gone', numbered(1_000));
    await client.setStreamMetadata('counted', { maxCount: 500 });
    await client.setStreamMetadata('counted', { maxCount: 3 });
    await client.deleteStream('deleted');
    await client.tombstoneStream('gone');
    await client.appendToStream('kept', numbered(1, 40));
  }
  // '$server' 1, 'kept' 41, 'counted' 3 and its metadata 1, the last of 'deleted' and its metadata 2, the tombstone 1.
  const remaining = 49;

  const countAll = async (client: EventStoreDBClient) => (await collect(client.readAll())).length;

  async function whileRunning(work: (client: EventStoreDBClient, server: EventStore) => Promise<void>): Promise<void> {
    const server = await startOn(folder);
    const client = clientOf(server.url);
    try {
      await work(client, server);
    } finally {
      await client.dispose();
      await server.stop();
    }
  }

  it('removes exactly the events that can no longer be read', async () => {
    await whileRunning(async (client, server) => {
      await writeMuch(client);
      expect(await countAll(client)).toBe(3_046);
      expect((await startScavenge(server.url)).getScavengeResult()).toBe(ScavengeResult.STARTED);
      await eventually(async () => (await countAll(client)) === remaining);

      expect(revisionsOf(await collect(client.readStream('kept')))).toHaveLength(41);
      const backwards = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END }));
      expect(backwards.toReversed()).toEqual(await collect(client.readAll()));
      expect(revisionsOf(await collect(client.readStream('counted')))).toEqual([997n, 998n, 999n]);
      // What is gone stays gone, and is not reported as damage.
      await client.setStreamMetadata('counted', { maxCount: 100 });
      expect(revisionsOf(await collect(client.readStream('counted')))).toEqual([997n, 998n, 999n]);
      expect(
        revisionsOf(await collect(client.readStream('counted', { direction: BACKWARDS, fromRevision: END }))),
      ).toEqual([999n, 998n, 997n]);
      expect((await client.appendToStream('deleted', numbered(1))).nextExpectedRevision).toBe(1_000n);
    });
    expect((await verifyEventStore({ dataDir: folder })).problems).toEqual([]);
    await whileRunning(async (client) => {
      expect(revisionsOf(await collect(client.readStream('deleted')))).toEqual([1_000n]);
      expect(await errorOf(client.appendToStream('gone', numbered(1)))).toMatchObject({ type: 'stream-deleted' });
    });
  });

  it('resumes by itself after a kill', async () => {
    const server = await spawnServer(folder);
    const client = clientOf(server.url);
    await writeMuch(client);
    await startScavenge(server.url);
    // A killed process holds its folder until the disk has finished its flush.
    await terminate(server, 'SIGKILL');
    await client.dispose();

    const again = await spawnServer(folder);
    const reader = clientOf(again.url);
    await eventually(async () => (await countAll(reader)) === remaining);
    await reader.dispose();
    expect(await terminate(again, 'SIGTERM')).toBe(0);
    expect((await verifyEventStore({ dataDir: folder })).problems).toEqual([]);
  });

  it('stops when its own id is given, and not for another', async () => {
    await whileRunning(async (client, server) => {
      // Thirty segments to look through, with a pause after every eighth of a segment: it is still running when it is
      // stopped.
      for (let batch = 0; batch < 30; batch += 1) await client.appendToStream('long', numbered(1_000, batch * 1_000));
      await writeMuch(client);
      const id = (await startScavenge(server.url)).getScavengeId();
      const again = await startScavenge(server.url);
      expect([again.getScavengeId(), again.getScavengeResult()]).toEqual([id, ScavengeResult.INPROGRESS]);
      expect(await errorOf(stopScavenge(server.url, 'another'))).toMatchObject({
        metadata: expect.objectContaining({}),
        details: "No scavenge with the id 'another' is under way.",
      });
      expect((await stopScavenge(server.url, id)).getScavengeResult()).toBe(ScavengeResult.STOPPED);
      expect(await errorOf(stopScavenge(server.url, id))).toBeInstanceOf(Error);
    });
    expect((await verifyEventStore({ dataDir: folder })).problems).toEqual([]);
  });

  it('leaves a file that compaction makes small, with the same content', async () => {
    await whileRunning(async (client, server) => {
      await writeMuch(client);
      await startScavenge(server.url);
      await eventually(async () => (await countAll(client)) === remaining);
      expect(await errorOf(compactEventStore({ dataDir: folder }))).toMatchObject({ code: 'DATA_FOLDER_LOCKED' });
    });
    const before = await verifyEventStore({ dataDir: folder });
    const sizes = await compactEventStore({ dataDir: folder });
    expect(sizes.after).toBe((await stat(join(folder, 'events.mdb'))).size);
    expect(sizes.after).toBeLessThan(sizes.before / 4);
    expect(await verifyEventStore({ dataDir: folder })).toEqual(before);
    await whileRunning(async (client) => expect(await countAll(client)).toBe(remaining));
  });
});
