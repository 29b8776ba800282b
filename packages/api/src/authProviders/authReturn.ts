import type { SignInAttempt } from '@assay/operations';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { authCookieOf } from './authCookie.ts';
import type { AuthProvider, ProvenIdentity } from './authProvider.ts';
import { redirectUriOf } from './redirectUri.ts';

type Kind = SignInAttempt['kind'];
type AttemptOf<K extends Kind> = Extract<SignInAttempt, { kind: K }>;

function isOf<K extends Kind>(attempt: SignInAttempt, kinds: readonly K[]): attempt is AttemptOf<K> {
  return kinds.some((kind) => kind === attempt.kind);
}

type Deps = Pick<Api, 'operations' | 'config'>;

/**
 * @returns the attempt of the browser, which is gone then, and the secret by which the next step knows the browser
 * @throws ApiError `authReturn.invalid` for an attempt of another browser, of another step, used before, or begun too
 * long ago
 */
export async function takeAttempt<K extends Kind>(
  { operations, config }: Deps,
  request: FastifyRequest,
  authId: string,
  ...kinds: K[]
): Promise<AttemptOf<K> & { browser: string }> {
  const browser = authCookieOf(request, config);
  const attempt = browser === null ? null : await operations.signInAttempts.take(authId, browser);
  if (browser === null || attempt === null || !isOf(attempt, kinds)) throw new ApiError('authReturn.invalid');
  return { ...attempt, browser };
}

/** @throws ApiError `authReturn.invalid` if {@link takeAttempt} would; the attempt stays, so that a form can be corrected. */
export async function requireAttempt(
  { operations, config }: Deps,
  request: FastifyRequest,
  authId: string,
  kind: Kind,
): Promise<void> {
  const browser = authCookieOf(request, config);
  const attempt = browser === null ? null : await operations.signInAttempts.find(authId, browser);
  if (attempt?.kind !== kind) throw new ApiError('authReturn.invalid');
}

/** What a browser came back with, and what it was sent away with. */
export type CameBack = {
  returned: { authId: string; code: string; iss?: string };
  sent: { nonce: string; codeVerifier: string };
};

/**
 * @param wanted claims that are asked for if they do not come by themselves
 * @throws what the provider refuses, or whatever does not fit
 */
export function identityOf(
  from: AuthProvider,
  { returned, sent: { nonce, codeVerifier } }: CameBack,
  { config, wanted }: { config: Api['config']; wanted: readonly string[] },
): Promise<ProvenIdentity> {
  const { authId: state, code, iss } = returned;
  const parameters = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) });
  return from.identityOf(parameters, { state, nonce, codeVerifier, redirectUri: redirectUriOf(config) }, wanted);
}
