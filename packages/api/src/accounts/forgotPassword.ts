import { requestPasswordReset } from '@assay/application';
import { profileCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

/** Limited as sign-in is, so that nobody can fill a mailbox or the log. */
export const forgotPassword = route(profileCalls.forgotPassword, async ({ api, body: { email }, context, request }) => {
  api.mailLimits.begin(request.ip, email);
  await requestPasswordReset(api, email, context);
  logSecurity(api.config.securityLog, request, 'passwordResetRequested');
  return null;
});
