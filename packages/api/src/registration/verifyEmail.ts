import { verifyRegistration } from '@assay/application';
import { registrationCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

/** Signs nobody in: whoever opens the link need not be who chose the password. */
export const verifyEmail = route(registrationCalls.verifyEmail, async ({ api, query, context, request }) => {
  const userId = await verifyRegistration(api, query, context);
  logSecurity(api.config.securityLog, request, 'registered', { userId });
  return null;
});
