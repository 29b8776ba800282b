import type { FastifyServerOptions } from 'fastify';

type Logged = { method: string; url: string; id: string };

/**
 * Logs say which call it was and never what it carried: no bodies, no headers, and no queries, in which signatures of
 * addresses stand.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    serializers: {
      req: ({ method, url, id }: Logged) => ({ method, path: url.split('?', 1)[0], requestId: id }),
    },
  };
}
