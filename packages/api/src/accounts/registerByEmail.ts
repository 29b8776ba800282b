import { registerInvited } from '@assay/application';
import { profileCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { signInPlaceOf } from './signInPlace.ts';

/** Only invited people get a login. */
export const registerByEmail = route(profileCalls.registerByEmail, async ({ api, body, context, request }) => {
  const { token, email, ...person } = body;
  if (token === undefined) throw new ApiError('registration.closed');
  const userId = await registerInvited(api, { token, email }, person, context);
  logSecurity(api.config.securityLog, request, 'registered', { userId });
  return { token: await api.operations.sessions.start(userId, signInPlaceOf(request)) };
});
