import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';

export type MetricsServer = { port: number; stop(): Promise<void> };

const bearer = /^Bearer (\S+)$/i;

/** @returns whether the header has the operator's token; compared in constant time */
export function hasMetricsToken(authorization: string | undefined, token: string): boolean {
  const sent = bearer.exec(authorization ?? '')?.[1] ?? '';
  const [one, other] = [sent, token].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Adds what Node reports of the process, such as its heap, from now on: only where metrics are served. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}

/**
 * Serves `/metrics` of a process that has no other server, on this machine alone, to callers with the token.
 * @param port 0 for any
 */
export async function serveProcessMetrics(registry: Registry, port: number, token: string): Promise<MetricsServer> {
  addProcessMetrics(registry);
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.method !== 'GET' || request.url !== '/metrics') return answer(404, 'text/plain', 'Not found\n');
    if (!hasMetricsToken(request.headers.authorization, token)) return answer(401, 'text/plain', 'Token required\n');
    registry.metrics().then(
      (text) => answer(200, registry.contentType, text),
      () => answer(500, 'text/plain', 'The metrics could not be collected\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
