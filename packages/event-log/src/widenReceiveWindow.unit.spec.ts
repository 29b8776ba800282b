import { once } from 'node:events';
import { createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { EventStoreDBClient } from '@eventstore/db-client';
import { eventually } from '../../../test/support/eventually.ts';
import { widenReceiveWindow } from './widenReceiveWindow.ts';

describe('the receive window', () => {
  const server = createServer();
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('lets the store send several of the largest events ahead', async () => {
    const { port } = server.address() as AddressInfo;
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
    widenReceiveWindow(client);
    const connected = once(server, 'session') as Promise<[ServerHttp2Session]>;
    const reading = client.readAll({ maxCount: 1 });
    reading.on('error', () => undefined);
    reading.resume();
    const [session] = await connected;
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.initialWindowSize).toBe(2 * 1024 * 1024);
    // All streams of a connection share a window of their own.
    await eventually(() => (session.state.remoteWindowSize ?? 0) > 1024 * 1024);
    session.destroy();
    await client.dispose();
  });
});
