import { resetPassword as setPasswordByLink } from '@assay/application';
import { profileCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';

export const resetPassword = route(profileCalls.resetPassword, async ({ api, body, context, request }) => {
  const { userId, ended } = await setPasswordByLink(api, body, context);
  await closeSocketsOf(api, ended);
  logSecurity(api.config.securityLog, request, 'passwordChanged', { userId, by: 'mail' });
  return null;
});
