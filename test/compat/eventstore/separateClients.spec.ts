import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEventStore } from '@assay/embedded-eventstore';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

describe('two clients in one process', () => {
  it('do not fail each other: appends to one store go on while the connection to another breaks', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-clients-'));
    const [steady, ending] = await Promise.all(
      ['steady', 'ending'].map((name) => startEventStore({ port: 0, dataDir: join(dataDir, name) })),
    );
    if (!steady || !ending) throw new Error('no stores');
    const [one, other] = [steady, ending].map(({ url }) => EventStoreDBClient.connectionString(url));
    if (!one || !other) throw new Error('no clients');
    const append = (client: EventStoreDBClient, number: number) =>
      client.appendToStream('s', [jsonEvent({ type: 'Happened', data: { number } })]);
    await append(other, 0);
    await append(one, 0);
    // Appends of the one are pending all the time while the other's store goes away.
    let stopped = false;
    const appending = (async () => {
      let count = 1;
      for (; !stopped; count++) await append(one, count);
      return count;
    })();
    await Promise.all([ending.stop(), append(other, 1).catch(() => undefined)]);
    await other.dispose();
    stopped = true;
    expect(await appending).toBeGreaterThan(0);
    await one.dispose();
    await steady.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
