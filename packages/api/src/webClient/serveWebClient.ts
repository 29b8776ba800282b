import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorReportsTag, isPagePath } from '@assay/contract';
import type { ErrorReportSettings } from '@assay/telemetry';
import fastifyStatic from '@fastify/static';
import escapeHtml from 'escape-html';
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

export type WebClient = {
  /** The page itself. */
  html: string;
  /** Whether the page is the file of the build. */
  isAsBuilt: boolean;
  /** What the policy of the page allows besides files: the hashes of its inline scripts. */
  ownScripts: string[];
};

/** @returns the sources of a content security policy that let the page's own inline scripts run, and no other */
function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** The page, which tells the client where to report errors. */
function withErrorReports(html: string, { dsn, environment }: ErrorReportSettings): string {
  const tag = `<meta name="${errorReportsTag}" content="${escapeHtml(dsn)}" data-environment="${escapeHtml(environment)}" />`;
  return html.replace('</head>', () => `${tag}</head>`);
}

/**
 * Serves the built client's files; `answerPage` answers everything else.
 * @param errorReports where the client reports errors; null: nowhere
 */
export async function serveWebClient(
  app: FastifyInstance,
  webDir: string,
  errorReports: ErrorReportSettings | null = null,
): Promise<WebClient> {
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
  const built = await readFile(join(webDir, page), 'utf8');
  const html = errorReports ? withErrorReports(built, errorReports) : built;
  return { html, isAsBuilt: html === built, ownScripts: inlineScriptsOf(built) };
}

/**
 * Pages are rendered in the browser: every path gets the same document, with 404 where the client has no page, except the api's and files that a newer build
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

export function answerPage({ url }: FastifyRequest, reply: FastifyReply, { html, isAsBuilt }: WebClient): FastifyReply {
  reply.header('cache-control', 'no-cache');
  const isKnown = isPagePath(url.split('?', 1)[0] ?? '');
  // The file has compressed copies.
  if (isKnown && isAsBuilt) return reply.sendFile(page);
  return reply
    .code(isKnown ? 200 : 404)
    .type('text/html; charset=utf-8')
    .send(html);
}
