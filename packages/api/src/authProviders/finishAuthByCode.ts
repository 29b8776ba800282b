import { authProviderCalls } from '@assay/contract';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { takeAttempt } from './authReturn.ts';
import { signInByProvider } from './signInByProvider.ts';

/** After so many wrong codes the provider has to be asked again, besides the waits that guessing brings everywhere. */
const guesses = 5;

/** Signs in whom the provider has proven, once their authenticator app has as well. */
export const finishAuthByCode = route(
  authProviderCalls.finishAuthByCode,
  async ({ api, body: { authId, code }, context, request }) => {
    const { operations, signInLimits, config } = api;
    const { browser, ...attempt } = await takeAttempt(api, request, authId, 'code');
    const { userId, wrong } = attempt;
    const guess = signInLimits.begin(request.ip, userId);
    if (await operations.secondFactors.verify(userId, code)) {
      guess.succeeded();
      return signInByProvider(api, attempt, { request, context });
    }
    logSecurity(config.securityLog, request, 'codeRefused', { userId, provider: attempt.provider });
    await noteVisit(api, request, 'signInFailed', userId);
    if (wrong + 1 >= guesses) throw new ApiError('authReturn.invalid');
    const again = await operations.signInAttempts.begin(browser, { ...attempt, wrong: wrong + 1 });
    return { status: 'codeNeeded' as const, authId: again, wrong: true };
  },
);
