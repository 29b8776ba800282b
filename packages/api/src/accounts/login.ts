import { accountCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { signInPlaceOf } from './signInPlace.ts';

/** Signs a person in. A wrong password is an answer, not an error: token 'invalid'. */
export const login = route(accountCalls.login, async ({ api: { operations, signInLimits, config }, body, request }) => {
  const attempt = signInLimits.begin(request.ip, body.email);
  const userId = await operations.credentials.verify(body.email, body.password).catch((error: unknown) => {
    attempt.withdrawn();
    throw error;
  });
  if (userId === null) {
    // A hash, because people type passwords into the wrong field.
    const name = operations.keys.hmac(`sign-in name ${body.email.trim().toLowerCase()}`).slice(0, 16);
    logSecurity(config.securityLog, request, 'signInFailed', { name });
    return { token: 'invalid' };
  }
  attempt.succeeded();
  logSecurity(config.securityLog, request, 'signedIn', { userId });
  return { token: await operations.sessions.start(userId, signInPlaceOf(request)) };
});
