import { profileCalls } from '@assay/contract';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';

export const logOutEverywhere = route(profileCalls.logOutEverywhere, async ({ api, caller: { userId }, request }) => {
  await closeSocketsOf(api, await api.operations.sessions.endAllOf(userId));
  logSecurity(api.config.securityLog, request, 'signedOutEverywhere');
  await noteVisit(api, request, 'signedOutEverywhere', userId);
  return null;
});
