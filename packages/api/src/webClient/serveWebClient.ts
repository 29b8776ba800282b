import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Vite names these by content hash. */
const hashedAsset = /[/\\]assets[/\\]/;

const traceViewer = /[/\\]trace-viewer[/\\]/;
/**
 * Playwright's trace viewer frames its own pages, and reads nothing but what this service keeps: no link can make it load a
 * trace from elsewhere. Its service worker has the same policy.
 */
const traceViewerPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

const page = 'index.html';

/** @returns the sources of a content security policy that let the page's own inline scripts run, and no other */
function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/**
 * Serves the built client's files; `answerPage` answers everything else.
 * @returns what the policy of its pages allows besides files: the hashes of the scripts that stand in the page
 */
export async function serveWebClient(app: FastifyInstance, webDir: string): Promise<string[]> {
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: true,
    index: false,
    // The build writes compressed copies next to its files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (traceViewer.test(path)) reply.header('content-security-policy', traceViewerPolicy);
      reply.header('cache-control', hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', (_, reply) => reply.callNotFound());
  return inlineScriptsOf(await readFile(join(webDir, page), 'utf8'));
}

/**
 * Pages are rendered in the browser: every path gets the same document, except the api's and files that a newer build
 * has replaced.
 */
export function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/^\/(?:api|assets|socket|trace-viewer)(?:[/?]|$)/.test(request.url);
}

/** The page with the form for a new login, and the captcha that may belong to it. */
export function isRegistrationPage({ url }: FastifyRequest): boolean {
  return /^\/create-account\/?(?:\?|$)/.test(url);
}

export function answerPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(page);
}
