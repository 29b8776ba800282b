import type { FastifyServerOptions } from 'fastify';

type Logged = { method: string; url: string; id: string };

/**
 * Logs name the call but never its content: no bodies, headers or queries, since queries hold URL signatures.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    serializers: {
      req: ({ method, url, id }: Logged) => ({ method, path: url.split('?', 1)[0], requestId: id }),
    },
  };
}
