import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { isOfGitHubApp } from './isOfGitHubApp.ts';
import { type ReceivedRequest, type Reply, receivingServer } from './receivingServer.ts';

type Manifest = {
  name: string;
  redirect_url: string;
  callback_urls: string[];
  default_permissions: Record<string, string>;
  hook_attributes?: { url: string };
};

/** An app that was made of a manifest. */
export type AppAtGitHub = { manifest: Manifest; slug: string; organization: string | null; clientSecret: string };

export type FakeGitHub = {
  /** In place of https://github.com, as an Enterprise Server. */
  address: string;
  /** The newest app. */
  app: AppAtGitHub | null;
  /** The newest token of an installation. */
  installationToken: string | null;
  received: readonly ReceivedRequest[];
  stop(): Promise<void>;
};

const json = (body: object, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const page = (title: string, link: URL | string, text: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>${title}</title><h1>${title}</h1><a href="${String(link).replaceAll('&', '&amp;')}">${text}</a>`,
});
const refused = json({ message: 'Bad credentials' }, 401);
const nothing = json({ message: 'Not Found' }, 404);

const made = { id: 12, client_id: 'Iv1.client' };
const installation = { id: 42, app_id: made.id };
const personToken = 'of-the-person';

/** What a link of GitHub leads back to. */
function withQuery(address: string, query: Record<string, string>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/**
 * A fake of GitHub on loopback: it makes an app of a manifest that a browser posts, is asked by a link to do so and to
 * install it, and gives the app tokens of its installation, 42. Every code serves once.
 */
export async function fakeGitHub(): Promise<FakeGitHub> {
  const server = await receivingServer();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Set<string>();
  const newCode = () => {
    const code = randomUUID();
    codes.add(code);
    return code;
  };

  function makeApp(path: string, body: string): Reply {
    const { pathname, searchParams } = new URL(path, server.url);
    const manifest = JSON.parse(new URLSearchParams(body).get('manifest') ?? '') as Manifest;
    const slug = manifest.name.toLowerCase().replace(/\W+/g, '-');
    const organization = /^\/organizations\/([^/]+)/.exec(pathname)?.[1] ?? null;
    fake.app = { manifest, slug, organization, clientSecret: randomUUID() };
    const state = searchParams.get('state') ?? '';
    const back = withQuery(manifest.redirect_url, { code: newCode(), state });
    return page('Create GitHub App', back, `Create GitHub App for ${organization ?? 'yourself'}`);
  }

  function keysOf({ manifest: { name }, slug, organization, clientSecret }: AppAtGitHub): Reply {
    const owner =
      organization === null ? { login: 'ada', type: 'User' } : { login: organization, type: 'Organization' };
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' });
    const secrets = { pem, client_secret: clientSecret, webhook_secret: 'of-the-webhook' };
    return json({ ...made, slug, name, owner, ...secrets }, 201);
  }

  function ofInstalling(path: string, { manifest, clientSecret }: AppAtGitHub, body: string): Reply | null {
    const { pathname, searchParams } = new URL(path, server.url);
    if (pathname.endsWith('/installations/new')) {
      const state = searchParams.get('state') ?? '';
      const back = { code: newCode(), installation_id: String(installation.id), setup_action: 'install', state };
      return page('Install', withQuery(manifest.callback_urls[0] ?? '', back), 'Install it on northwind');
    }
    if (pathname !== '/login/oauth/access_token') return null;
    const form = new URLSearchParams(body);
    const isRight = form.get('client_secret') === clientSecret && codes.delete(form.get('code') ?? '');
    return isRight ? json({ access_token: personToken }) : refused;
  }

  function giveToken(): Reply {
    const token = `ghs_${randomUUID()}`;
    fake.installationToken = token;
    return json({ token, expires_at: new Date(Date.now() + 3_600_000).toISOString() }, 201);
  }

  server.reply = (request) => {
    const { method, path, headers, body } = request;
    const bearer = headers.authorization?.replace('Bearer ', '') ?? null;
    if (method === 'POST' && /\/settings\/apps\/new\?/.test(path)) return makeApp(path, body);
    const { app } = fake;
    if (app === null) return nothing;
    const code = /^\/api\/v3\/app-manifests\/([\w-]+)\/conversions$/.exec(path)?.[1];
    if (code !== undefined) return codes.delete(code) ? keysOf(app) : nothing;
    const installing = ofInstalling(path, app, body);
    if (installing) return installing;
    if (path.startsWith('/api/v3/user/installations')) {
      return bearer === personToken ? json({ installations: [installation] }) : refused;
    }
    if (!path.startsWith(`/api/v3/app/installations/${installation.id}`)) return nothing;
    if (!isOfGitHubApp(bearer, String(made.id), publicKey)) return refused;
    return path.endsWith('/access_tokens') ? giveToken() : json({ ...installation, suspended_at: null });
  };
  const fake: FakeGitHub = {
    address: server.url,
    app: null,
    installationToken: null,
    received: server.received,
    stop: server.stop,
  };
  return fake;
}
