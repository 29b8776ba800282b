import { registerByProvider as register } from '@assay/application';
import { authProviderCalls, type ProviderRegistration, type UserId } from '@assay/contract';
import type { AppendContext } from '@assay/event-log';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { requirePromoCode } from '../registration/requirePromoCode.ts';
import { takeAttempt } from './authReturn.ts';
import { signInByProvider } from './signInByProvider.ts';

export const registerByProvider = route(
  authProviderCalls.registerByProvider,
  async ({ api, body, context, request }) => {
    const { userId, provider } = await newLogin(api, body, { context, request });
    return signInByProvider(api, { userId, provider, claims: {}, returnTo: '/' }, { request, context });
  },
);

/**
 * Makes the login of somebody whom a provider has proven. No captcha is asked for, because the provider has asked for what
 * it takes to have an account of it.
 * @throws ApiError `registration.closed` or `authReturn.invalid`; InvalidFields of `promoCode`; DomainError
 * `reservation.emailTaken`
 */
export async function newLogin(
  api: Api,
  { authId, promoCode, firstName, lastName }: ProviderRegistration,
  { context, request }: { context: AppendContext; request: FastifyRequest },
): Promise<{ userId: UserId; provider: string }> {
  if (!api.config.registration.isOpen) throw new ApiError('registration.closed');
  // Before the attempt is taken, so that a mistyped code can be corrected.
  if (promoCode) requirePromoCode(api, promoCode, request.ip);
  const { kind: _, browser: __, ...identity } = await takeAttempt(api, request, authId, 'proven');
  const userId = await register(api, identity, { firstName, lastName }, context);
  const { provider } = identity;
  logSecurity(api.config.securityLog, request, 'registered', { userId, provider });
  return { userId, provider };
}
