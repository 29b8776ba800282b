import { rm, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { type EventStore, startEventStore } from '@assay/embedded-eventstore';
import { AccessDeniedError, type EventStoreDBClient, MaxAppendSizeExceededError } from '@eventstore/db-client';
import { eventually } from '../../support/eventually.ts';
import { selfSignedCertificate } from '../../support/selfSignedCertificate.ts';
import { clientOf } from './clientOf.ts';
import { collect, describeEmbedded, errorOf, numbered, take, temporaryFolder } from './eventStoreUnderTest.ts';

describeEmbedded('an event store with a certificate and a password', () => {
  let folder: string;
  let server: EventStore;
  const clients: EventStoreDBClient[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    const { cert, key } = await selfSignedCertificate();
    await writeFile(join(folder, 'ca.pem'), cert);
    server = await startEventStore({
      port: 0,
      dataDir: join(folder, 'data'),
      tls: { cert: Buffer.from(cert), key: Buffer.from(key) },
      credentials: { user: 'admin', password: 'p:ss word' },
    });
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    await server.stop();
    await rm(folder, { recursive: true });
  });

  function connect(user?: string, scheme = 'esdb'): EventStoreDBClient {
    const login = user === undefined ? '' : `${user}@`;
    const url = `${scheme}://${login}localhost:${server.port}?tls=true&tlsCAFile=${join(folder, 'ca.pem')}`;
    const client = clientOf(url);
    clients.push(client);
    return client;
  }

  const right = 'admin:p%3Ass%20word';

  it.each(['esdb', 'esdb+discover'])('serves clients that know the password, found by %s', async (scheme) => {
    const client = connect(right, scheme);
    await client.appendToStream(scheme, numbered(3));
    expect(await collect(client.readStream(scheme))).toHaveLength(3);
    expect(await take(3, client.subscribeToStream(scheme))).toHaveLength(3);
    await client.deleteStream(scheme);
  });

  it.each([
    ['nobody', undefined],
    ['a wrong password', 'admin:guess'],
    ['another user', 'ops:p%3Ass%20word'],
  ])('refuses %s', async (_, user) => {
    const client = connect(user);
    expect(await errorOf(client.appendToStream('orders', numbered(1)))).toBeInstanceOf(AccessDeniedError);
    expect(await errorOf(collect(client.readAll()))).toBeInstanceOf(AccessDeniedError);
    expect(await errorOf(client.tombstoneStream('orders'))).toBeInstanceOf(AccessDeniedError);
    expect(await errorOf(take(1, client.subscribeToAll()))).toBeInstanceOf(AccessDeniedError);
  });

  it.each(['gossip.Gossip/Read', 'server_features.ServerFeatures/GetSupportedMethods'])(
    'collects no large messages without a password: %s',
    async (call) => {
      const session = connectHttp2(`https://localhost:${server.port}`, { rejectUnauthorized: false });
      const path = `/event_store.client.${call}`;
      const stream = session.request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      stream.on('error', () => undefined);
      // The beginning of a message of 16 MiB.
      const start = Buffer.alloc(1024 * 1024);
      start.writeUInt32BE(16 * 1024 * 1024, 1);
      stream.write(start);
      await eventually(() => stream.closed).finally(() => session.destroy());
    },
  );

  it('accepts a password given for a single call', async () => {
    const credentials = { username: 'admin', password: 'p:ss word' };
    await connect().appendToStream('single', numbered(1), { credentials });
    expect(await errorOf(connect().appendToStream('single', numbered(1)))).toBeInstanceOf(AccessDeniedError);
  });

  it('does not start when the password would travel unencrypted', async () => {
    const options = { port: 0, dataDir: join(folder, 'other'), credentials: { user: 'admin', password: 'x' } };
    expect(await errorOf(startEventStore(options))).toMatchObject({ code: 'PASSWORD_NEEDS_TLS' });
  });
});

describeEmbedded('an event store with limits and metrics of its own', () => {
  let folder: string;
  let server: EventStore;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await startEventStore({ port: 0, dataDir: folder, maximumAppendSize: 2_000, metricsPort: 0 });
    client = clientOf(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it.each([true, false])('refuses appends beyond the configured size (in batches: %s)', async (inBatches) => {
    const options = inBatches ? {} : { credentials: { username: 'a', password: 'b' } };
    const error = await errorOf(client.appendToStream('large', numbered(200), options));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 2_000 });
    await client.appendToStream('large', numbered(50), options);
  });

  it('serves metrics for Prometheus', async () => {
    const stream = client.subscribeToAll();
    await take(1, client.subscribeToAll());
    stream.resume();
    await client.appendToStream('counted', numbered(7));
    const text = await (await fetch(server.metricsUrl ?? '')).text();
    const lines = new Map(
      text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1)]),
    );
    const value = (name: string) => Number(lines.get(`eventstore_${name}`));
    expect(value('writes_total{outcome="written"}')).toBeGreaterThanOrEqual(1);
    expect(value('events_written_total')).toBe(value('last_position'));
    expect(value('commit_seconds_count')).toBeGreaterThanOrEqual(2);
    expect(value('commit_seconds_bucket{le="+Inf"}')).toBe(value('commit_seconds_count'));
    expect(value('subscriptions')).toBeGreaterThanOrEqual(1);
    expect(value('file_bytes')).toBeGreaterThan(4_096);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]+\})? [\d.e+-]+)$/);
    await stream.unsubscribe();
  });
});
