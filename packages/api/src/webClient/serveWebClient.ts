import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Vite names these by content hash. */
const hashedAsset = /[/\\]assets[/\\]/;

/** Serves the built client; `answerPage` answers everything else. */
export async function serveWebClient(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: true,
    // The build writes compressed copies next to its files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * Pages are rendered in the browser: every path gets the same document, except the api's and files that a newer build
 * has replaced.
 */
export function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/^\/(?:api|assets|socket)(?:[/?]|$)/.test(request.url);
}

/** The page with the form for a new login, and the captcha that may belong to it. */
export function isRegistrationPage({ url }: FastifyRequest): boolean {
  return /^\/create-account\/?(?:\?|$)/.test(url);
}

export function answerPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}
