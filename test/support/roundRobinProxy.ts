import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export type RoundRobinProxy = {
  url: string;
  /** How many requests and upgrades each of the services got, in their order. */
  given: readonly number[];
  /** How many upgraded connections each of the services has at the moment. */
  sockets: readonly number[];
  stop(): Promise<void>;
};

/**
 * A plain HTTP proxy: each request and each upgrade goes to the next service, regardless of the client. One that refuses
 * connections is passed over, as load balancers do by default; what a service answers is passed on, also its 503.
 */
export async function roundRobinProxy(services: readonly string[]): Promise<RoundRobinProxy> {
  const given = services.map(() => 0);
  const sockets = services.map(() => 0);
  let next = 0;

  /** @returns a connection to a service, and its index; null where none of them takes any */
  async function connectToNext(): Promise<{ at: number; connection: Socket } | null> {
    for (const _ of services) {
      const at = next;
      next = (next + 1) % services.length;
      const { hostname, port } = new URL(services[at] ?? '');
      const connection = connect(Number(port), hostname);
      const connected = await once(connection, 'connect').then(
        () => true,
        () => false,
      );
      if (!connected) continue;
      given[at] = (given[at] ?? 0) + 1;
      return { at, connection };
    }
    return null;
  }
  const requestOver = (connection: Socket, { method, url, headers }: IncomingMessage) =>
    request({ method, path: url, headers, createConnection: () => connection });

  const server = createServer(async (asked, answer) => {
    const connected = await connectToNext();
    if (!connected) return answer.destroy();
    const passed = requestOver(connected.connection, asked);
    passed.on('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.on('error', () => answer.destroy());
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  // What was upgraded is no longer among the connections that the server closes.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', async (asked, socket) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    socket.on('error', () => undefined);
    const connected = await connectToNext();
    if (!connected) return socket.destroy();
    const { at, connection } = connected;
    const passed = requestOver(connection, asked);
    passed.on('upgrade', (answered, other, head) => {
      sockets[at] = (sockets[at] ?? 0) + 1;
      const lines = answered.rawHeaders.flatMap((name, index, all) => (index % 2 ? [] : `${name}: ${all[index + 1]}`));
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
      // The service's first message may have come together with its answer.
      socket.write(head);
      socket.pipe(other).pipe(socket);
      other.on('close', () => {
        sockets[at] = (sockets[at] ?? 0) - 1;
        socket.destroy();
      });
      socket.on('close', () => other.destroy());
      other.on('error', () => undefined);
    });
    passed.on('response', () => socket.destroy());
    passed.on('error', () => socket.destroy());
    passed.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    sockets,
    stop: async () => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
