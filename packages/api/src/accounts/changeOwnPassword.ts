import { changePassword, InvalidFields } from '@assay/application';
import { messages, profileCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';

/** Whoever finds a browser open cannot take the account over: the present password is asked for, and guessing is slowed. */
export const changeOwnPassword = route(
  profileCalls.changePassword,
  async ({ api, body: { currentPassword, password }, caller, context, request }) => {
    const { operations, readModels, signInLimits, config } = api;
    const { userId, sessionId } = caller;
    const person = await readModels.user(userId);
    if (!person) throw new ApiError('notFound');
    const attempt = signInLimits.begin(request.ip, person.email);
    const known = await operations.credentials.verify(person.email, currentPassword).catch((error: unknown) => {
      attempt.withdrawn();
      throw error;
    });
    if (known !== userId) throw new InvalidFields({ field: 'currentPassword', message: messages.wrongPassword });
    attempt.succeeded();
    const how = { by: 'self' as const, keptSessionId: sessionId };
    const ended = await changePassword(api, { userId, email: person.email }, password, how, context);
    await closeSocketsOf(api, ended);
    logSecurity(config.securityLog, request, 'passwordChanged', { by: how.by });
    return null;
  },
);
