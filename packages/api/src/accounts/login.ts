import { accountCalls } from '@assay/contract';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { signInPlaceOf } from './signInPlace.ts';

/**
 * Signs a person in. A wrong password is an answer, not an error: token 'invalid'. So is a missing or wrong code of who
 * has turned two-factor sign-in on, and an address that was not verified; only then the answer says that the password is
 * right.
 */
export const login = route(accountCalls.login, async ({ api, body, request }) => {
  const { operations, signInLimits, config } = api;
  const { email, password, code } = body;
  const attempt = signInLimits.begin(request.ip, email);
  const checked = await operations.credentials.check(email, password).catch((error: unknown) => {
    attempt.withdrawn();
    throw error;
  });
  if (checked.kind === 'unverified') {
    attempt.withdrawn();
    return { token: 'invalid', emailNotVerified: true as const };
  }
  if (checked.kind === 'wrong') {
    // A hash, because people type passwords into the wrong field.
    const name = operations.keys.hmac(`sign-in name ${email.trim().toLowerCase()}`).slice(0, 16);
    logSecurity(config.securityLog, request, 'signInFailed', { name });
    await noteVisit(api, request, 'signInFailed', await operations.credentials.ownerOf(email));
    return { token: 'invalid' };
  }
  const { userId } = checked;
  if ((await operations.secondFactors.find(userId)) !== null) {
    if (code === undefined) {
      attempt.withdrawn();
      return { token: 'invalid', codeRequired: true as const };
    }
    if (!(await operations.secondFactors.verify(userId, code))) {
      logSecurity(config.securityLog, request, 'codeRefused', { userId });
      await noteVisit(api, request, 'signInFailed', userId);
      return { token: 'invalid', codeRequired: true as const };
    }
  }
  attempt.succeeded();
  logSecurity(config.securityLog, request, 'signedIn', { userId });
  await noteVisit(api, request, 'signedIn', userId);
  return { token: await operations.sessions.start(userId, signInPlaceOf(request)) };
});
