import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
} from 'openid-client';
import type { AuthChecks } from './authProvider.ts';

/** @returns where the browser asks for a code (RFC 6749) that only whoever knows the verifier can use (RFC 7636). */
export async function codeUrl(
  configuration: Configuration,
  scope: string,
  { redirectUri, state, codeVerifier }: AuthChecks,
  more: Record<string, string> = {},
): Promise<URL> {
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...more,
  });
}

/**
 * Exchanges the code for tokens.
 * @param expectedNonce where the answer has an ID token, which then is checked as OpenID Connect says
 */
export function tokensOf(
  configuration: Configuration,
  returned: URLSearchParams,
  { redirectUri, state, codeVerifier }: AuthChecks,
  expectedNonce?: string,
) {
  return authorizationCodeGrant(configuration, new URL(`${redirectUri}?${returned}`), {
    expectedState: state,
    pkceCodeVerifier: codeVerifier,
    ...(expectedNonce === undefined ? {} : { expectedNonce, idTokenExpected: true }),
  });
}
