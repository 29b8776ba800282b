import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export type RoundRobinProxy = {
  url: string;
  /** How many requests and upgrades each of the services got, in their order. */
  given: readonly number[];
  stop(): Promise<void>;
};

/** A plain HTTP proxy: each request and each upgrade goes to the next service, whoever sends it. */
export async function roundRobinProxy(services: readonly string[]): Promise<RoundRobinProxy> {
  const given = services.map(() => 0);
  let next = 0;
  function passOn({ method, url, headers }: IncomingMessage) {
    const at = next;
    next = (next + 1) % services.length;
    given[at] = (given[at] ?? 0) + 1;
    return request(new URL(url ?? '/', services[at]), { method, headers, agent: false });
  }
  const server = createServer((asked, answer) => {
    const passed = passOn(asked);
    passed.on('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  // What was upgraded is no longer among the connections that the server closes.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (asked, socket) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    const passed = passOn(asked);
    passed.on('upgrade', (answered, other, head) => {
      const lines = answered.rawHeaders.flatMap((name, index, all) => (index % 2 ? [] : `${name}: ${all[index + 1]}`));
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
      // The service's first message may have come together with its answer.
      socket.write(head);
      socket.pipe(other).pipe(socket);
      other.on('close', () => socket.destroy());
      socket.on('close', () => other.destroy());
      for (const end of [other, socket]) end.on('error', () => undefined);
    });
    passed.on('error', () => socket.destroy());
    passed.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    stop: async () => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
