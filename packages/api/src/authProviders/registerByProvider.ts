import { registerByProvider as register } from '@assay/application';
import { authProviderCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { requirePromoCode } from '../registration/requirePromoCode.ts';
import { takeAttempt } from './authReturn.ts';
import { signInByProvider } from './signInByProvider.ts';

/** No captcha is asked for, because the provider has asked for what it takes to have an account of it. */
export const registerByProvider = route(
  authProviderCalls.registerByProvider,
  async ({ api, body: { authId, promoCode, ...names }, context, request }) => {
    if (!api.config.registration.isOpen) throw new ApiError('registration.closed');
    // Before the attempt is taken, so that a mistyped code can be corrected.
    if (promoCode) requirePromoCode(api, promoCode, request.ip);
    const { kind: _, browser: __, ...identity } = await takeAttempt(api, request, authId, 'proven');
    const userId = await register(api, identity, names, context);
    const { provider } = identity;
    logSecurity(api.config.securityLog, request, 'registered', { userId, provider });
    return signInByProvider(api, { userId, provider, claims: {}, returnTo: '/' }, { request, context });
  },
);
