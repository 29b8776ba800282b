import { changePassword } from '@assay/application';
import { profileCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';
import { requireOwnPassword } from './requireOwnPassword.ts';

export const changeOwnPassword = route(
  profileCalls.changePassword,
  async ({ api, body: { currentPassword, password }, caller: { userId, sessionId }, context, request }) => {
    const { email } = await requireOwnPassword(api, request, userId, currentPassword);
    const how = { by: 'self' as const, keptSessionId: sessionId };
    const ended = await changePassword(api, { userId, email }, password, how, context);
    await closeSocketsOf(api, ended);
    logSecurity(api.config.securityLog, request, 'passwordChanged', { by: how.by });
    return null;
  },
);
