import { createHash } from 'node:crypto';
import { gitHubAppPrefix } from '@assay/contract';
import { manifestActionOf } from '@assay/integrations';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../api.ts';
import { authCookieOf } from '../authProviders/authCookie.ts';
import { ApiError } from '../http/apiErrors.ts';
import { markupText } from '../http/markupText.ts';

/** Where the page is that takes the browser to GitHub, below the address of the service. */
export const manifestPagePath = '/api/git-hub-app/manifest';

const script = 'document.forms[0].submit()';

/**
 * Nothing but its own script runs here and nothing is loaded. GitHub may lead the browser on to where people sign in to
 * it, which some browsers take for the destination of the form.
 */
function policyOf(address: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    `form-action ${new URL(address).origin} https:`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

function pageOf(action: string, manifest: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>To GitHub · Assay</title>
<form method="post" action="${markupText(action)}">
<input type="hidden" name="manifest" value="${markupText(manifest)}">
<button>Continue to GitHub</button>
</form>
<script>${script}</script>
</html>
`;
}

/**
 * GitHub takes manifests as a form that the browser posts, which the client may not do: it sends forms nowhere. Only the
 * browser in which staff began gets the page.
 */
export async function serveManifestPage(app: FastifyInstance, api: Api): Promise<void> {
  app.get<{ Querystring: { state?: unknown } }>(
    manifestPagePath,
    { schema: { hide: true } },
    async (request, reply) => {
      if (api.stores.away()) throw new ApiError('store.away', { retryAfterSeconds: 2 });
      const { state } = request.query;
      const browser = authCookieOf(request, api.config);
      const isOurs = typeof state === 'string' && state.startsWith(gitHubAppPrefix);
      if (!isOurs || browser === null) throw new ApiError('authReturn.invalid');
      const attempt = await api.operations.signInAttempts.find(state.slice(gitHubAppPrefix.length), browser);
      if (attempt?.kind !== 'gitHubApp') throw new ApiError('authReturn.invalid');
      const { address, organization, manifest } = attempt;
      return reply
        .header('content-security-policy', policyOf(address))
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(pageOf(manifestActionOf(address, organization, state), manifest));
    },
  );
}
