import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openFetch, proxiesOf } from '@assay/proxies';
import type { AuthProvider } from '../src/authProviders/authProvider.ts';
import { openIdProvider } from '../src/authProviders/openIdProvider.ts';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const rsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' });

type Claims = Record<string, string | number | boolean>;

function rs256(claims: Claims, key: KeyObject, kid = 'a'): string {
  const signed = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

/** A labelled fake that speaks a provider's side of OpenID Connect, and answers with any ID token: a real one forges none. */
describe('an ID token', () => {
  const fetch = openFetch(proxiesOf({}));
  const own = rsaKeys();
  const checks = {
    redirectUri: 'https://assay.example.org/auth-return',
    state: 's',
    nonce: 'n',
    codeVerifier: 'v'.repeat(43),
  };
  let server: Server;
  let issuer: string;
  let provider: AuthProvider;
  let idToken: string;
  let keys: object[];
  beforeEach(async () => {
    keys = [jwkOf(own.publicKey, 'a')];
    server = createServer((request, response) => {
      const answers: Record<string, object> = {
        '/.well-known/openid-configuration': {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        },
        '/jwks': { keys },
        '/token': { access_token: 'opaque', token_type: 'bearer', id_token: idToken },
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = {
      name: 'idp',
      label: 'Example ID',
      icon: 'key',
      protocol: 'openId' as const,
      scope: 'openid email',
    };
    provider = openIdProvider({ ...settings, issuer, clientId: 'assay', clientSecret: 'secret' }, fetch);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  const now = () => Math.floor(Date.now() / 1000);
  const claims = (change: Claims = {}): Claims => ({
    iss: issuer,
    aud: 'assay',
    sub: 'grace',
    email: 'grace@example.com',
    email_verified: true,
    nonce: 'n',
    iat: now(),
    exp: now() + 300,
    ...change,
  });
  const signIn = () => provider.identityOf(new URLSearchParams({ code: 'c', state: 's' }), checks, []);

  it('that the provider signed says who somebody is', async () => {
    idToken = rs256(claims(), own.privateKey);
    expect(await signIn()).toMatchObject({ issuer, subject: 'grace', email: 'grace@example.com' });
  });

  it.each<[string, () => string]>([
    ['is signed by another key', () => rs256(claims(), rsaKeys().privateKey)],
    ['is signed by a key that the provider does not publish', () => rs256(claims(), rsaKeys().privateKey, 'b')],
    ['is not signed', () => `${encoded({ alg: 'none' })}.${encoded(claims())}.`],
    [
      'is signed by the public key as a shared secret',
      () => {
        const signed = `${encoded({ alg: 'HS256', kid: 'a' })}.${encoded(claims())}`;
        const secret = own.publicKey.export({ format: 'pem', type: 'spki' });
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
      },
    ],
    ['is for another client', () => rs256(claims({ aud: 'another' }), own.privateKey)],
    ['is of another issuer', () => rs256(claims({ iss: 'https://evil.example.org' }), own.privateKey)],
    ['has expired', () => rs256(claims({ exp: now() - 3_600 }), own.privateKey)],
    ['belongs to another sign-in', () => rs256(claims({ nonce: 'another' }), own.privateKey)],
  ])('is refused where it %s', async (_, forged) => {
    idToken = forged();
    await expect(signIn()).rejects.toThrow();
  });
});
