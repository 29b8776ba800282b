import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { answerAlive } from './liveness.ts';

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
 * Serves `/alive` of a process that has no other server and, to callers with the token, `/metrics`.
 * @param at the address, and the port, 0 for any
 * @param token null: no metrics
 */
export async function serveProcessMetrics(
  registry: Registry,
  at: { host: string; port: number },
  token: string | null,
): Promise<MetricsServer> {
  if (token !== null) addProcessMetrics(registry);
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (answerAlive(request, response)) return;
    if (token === null || request.method !== 'GET' || request.url !== '/metrics')
      return answer(404, 'text/plain', 'Not found\n');
    if (!hasMetricsToken(request.headers.authorization, token)) return answer(401, 'text/plain', 'Token required\n');
    registry.metrics().then(
      (text) => answer(200, registry.contentType, text),
      () => answer(500, 'text/plain', 'The metrics could not be collected\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : at.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
