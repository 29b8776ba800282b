import { randomBytes } from 'node:crypto';
import { authProviderCalls } from '@assay/contract';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { giveAuthCookie } from './authCookie.ts';
import { redirectUriOf } from './redirectUri.ts';

export const startAuth = route(authProviderCalls.startAuth, async ({ api, body, request, reply }) => {
  const { authProviders, operations, config } = api;
  const { provider: name, purpose, returnTo, invitation = null } = body;
  const provider = authProviders.get(name);
  if (!provider) throw new ApiError('authProvider.unknown');
  const secret = randomBytes(32).toString('base64url');
  const checks = { nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const attempt = { kind: 'away' as const, provider: name, purpose, returnTo, invitation, ...checks };
  const state = await operations.signInAttempts.begin(secret, attempt);
  const redirectUri = redirectUriOf(config);
  const url = await provider.authorizationUrl({ ...checks, state, redirectUri }).catch((error: unknown) => {
    request.log.warn({ err: error, provider: name }, 'the provider cannot be asked where to sign in');
    throw new ApiError('authProvider.away', { cause: error, retryAfterSeconds: 10 });
  });
  giveAuthCookie(reply, config, secret);
  return { url: url.href };
});
