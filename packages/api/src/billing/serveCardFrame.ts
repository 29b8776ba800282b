import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cardFramePath } from '@assay/contract';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '../apiDeps.ts';

/** The origins of the card form, for each of its parts. Challenges of banks are frames of the processor. */
function policyOf({ script, api }: { script: string; api: string }): string {
  const frames = new Set([script, 'https://hooks.stripe.com']);
  return [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://*.stripe.com",
    "font-src 'self'",
    `connect-src 'self' ${api} ${script}`,
    `frame-src ${[...frames].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join(';');
}

/**
 * Serves the frame in which a card is entered. It alone loads the script of the payment processor, so that no page with
 * data of accounts runs code from elsewhere.
 */
export async function serveCardFrame(app: FastifyInstance, { payments, webDir }: ApiConfig): Promise<void> {
  if (payments === null || webDir === null) return;
  const html = await readFile(join(webDir, 'card.html'), 'utf8');
  const policy = policyOf(payments.origins);
  app.get(cardFramePath, { schema: { hide: true } }, (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html),
  );
}
