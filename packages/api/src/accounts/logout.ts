import { accountCalls } from '@assay/contract';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';

export const logout = route(accountCalls.logout, async ({ api, caller, request }) => {
  await api.operations.sessions.end(caller.token);
  await closeSocketsOf(api, [caller.sessionId]);
  logSecurity(api.config.securityLog, request, 'signedOut');
  await noteVisit(api, request, 'signedOut', caller.userId);
  return null;
});
