import { cliUserAgent, version, versionHeader } from '@assay/contract';
import type { FastifyInstance } from 'fastify';

/** Says the service's version to the command line, which may be of another one. */
export function tellVersion(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.headers['user-agent']?.startsWith(`${cliUserAgent}/`)) reply.header(versionHeader, version);
  });
}
