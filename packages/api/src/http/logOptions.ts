import type { FastifyServerOptions } from 'fastify';
import { pino } from 'pino';

type Logged = { method: string; url: string; id: string };

/**
 * Logs name the call but never its content: no bodies, headers or queries, since queries hold URL signatures. They go to
 * stderr, as those of every process do.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    stream: pino.destination(2),
    serializers: {
      req: ({ method, url, id }: Logged) => ({ method, path: url.split('?', 1)[0], requestId: id }),
    },
  };
}
