import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Vite names these by their content. */
const hashedAsset = /[/\\]assets[/\\]/;

/** Serves the built client; what is no file of it is answered by `answerPage`. */
export async function serveWebClient(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: true,
    // The build leaves compressed copies beside its files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * Pages are made in the browser: every address is answered with the same document, but for the api's and for files that
 * a newer build has replaced.
 */
export function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/^\/(?:api|assets|socket)(?:[/?]|$)/.test(request.url);
}

export function answerPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}
