import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

export type ForwardProxy = {
  url: string;
  /** What it was asked for, such as `GET http://a.example.test/b` and `CONNECT a.example.test:443`. */
  asked: string[];
  /** The last value of `proxy-authorization`; null: none was sent. */
  authorization: string | null;
  stop(): Promise<void>;
};

/**
 * A real forward proxy on loopback, as networks without another way out have one: http in absolute form, everything else
 * by CONNECT. It alone knows the hosts, as such a proxy resolves names itself.
 * @param hosts by name, the port on this machine that each is
 */
export async function forwardProxy(hosts: Readonly<Record<string, number>>): Promise<ForwardProxy> {
  const open = new Set<Duplex>();
  const server = createServer((asked, answer) => {
    note(asked);
    const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null;
    const port = url ? hosts[url.hostname] : undefined;
    if (!url || port === undefined) return void answer.writeHead(502).end('unknown host');
    const path = `${url.pathname}${url.search}`;
    const { method } = asked;
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = asked.headers;
    const passed = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connect', (asked: IncomingMessage, socket: Duplex) => {
    note(asked);
    const port = hosts[asked.url?.split(':')[0] ?? ''];
    if (port === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const other = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    for (const end of [socket, other]) {
      open.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        open.delete(end);
        socket.destroy();
        other.destroy();
      });
    }
  });
  function note({ method, url, headers }: IncomingMessage): void {
    proxy.asked.push(`${method} ${url}`);
    proxy.authorization = headers['proxy-authorization'] ?? null;
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ForwardProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    authorization: null,
    stop: async () => {
      server.closeAllConnections();
      for (const end of open) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
