import { randomBytes } from 'node:crypto';
import type { AuthStart } from '@assay/contract';
import type { AwayAttempt, TestingAttempt } from '@assay/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { networkOf } from '../http/networkOf.ts';
import { giveAuthCookie } from './authCookie.ts';
import { redirectUriOf } from './redirectUri.ts';

type Begun = Omit<AwayAttempt, 'nonce' | 'codeVerifier'> | Omit<TestingAttempt, 'nonce' | 'codeVerifier'>;

/**
 * Sends a browser to a provider, and remembers what for.
 * @returns where it goes
 * @throws ApiError `authProvider.unknown`, `authProvider.away`, or 429 when a network begins too many
 */
export async function beginAuth(
  { authProviders, authStarts, operations, config }: Api,
  attempt: Begun,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<AuthStart> {
  const provider = authProviders.get(attempt.provider);
  if (!provider) throw new ApiError('authProvider.unknown');
  authStarts.take(networkOf(request.ip));
  const secret = randomBytes(32).toString('base64url');
  const checks = { nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const state = await operations.signInAttempts.begin(secret, { ...attempt, ...checks });
  const redirectUri = redirectUriOf(config);
  const url = await provider.authorizationUrl({ ...checks, state, redirectUri }).catch((error: unknown) => {
    request.log.warn({ err: error, provider: provider.name }, 'the provider cannot be asked where to sign in');
    throw new ApiError('authProvider.away', { cause: error, retryAfterSeconds: 10 });
  });
  giveAuthCookie(reply, config, secret);
  return { url: url.href };
}
