import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers `GET /alive` with 200 whenever the process works at all, whether or not its stores do: what restarts processes
 * that hang asks it (a liveness probe of Kubernetes).
 * @returns whether the request was that one
 */
export function answerAlive({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  if (url !== '/alive' || (method !== 'GET' && method !== 'HEAD')) return false;
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('alive\n');
  return true;
}
