import { erasePerson } from '@assay/application';
import { personalDataCalls } from '@assay/contract';
import { requireOwnPassword } from '../accounts/requireOwnPassword.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Received, type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { exportMe } from './exportMe.ts';

/** A session that is older does not show that the person is there. */
const freshMs = 10 * 60_000;

const eraseMe = route(personalDataCalls.eraseMe, async (received) => {
  await requireThemselves(received);
  const { api, caller, context, request } = received;
  await erasePerson(api, caller.userId, null, context);
  logSecurity(api.config.securityLog, request, 'personErased', { userId: caller.userId });
  return null;
});

/** @throws InvalidFields for another password; ApiError `erase.signInAgain` without one, if the sign-in is long ago */
async function requireThemselves({ api, body, caller, request }: Received<typeof personalDataCalls.eraseMe>) {
  const { credentials, sessions } = api.operations;
  if (await credentials.has(caller.userId)) {
    await requireOwnPassword(api, request, caller.userId, body.currentPassword ?? '');
    return;
  }
  const own = (await sessions.list(caller.userId)).find(({ sessionId }) => sessionId === caller.sessionId);
  if (!own || Date.now() - own.startedAt.getTime() > freshMs) throw new ApiError('erase.signInAgain');
}

const erasePersonByStaff = route(
  personalDataCalls.erasePerson,
  async ({ api, params: { id }, body: { reason }, context, request }) => {
    const result = await erasePerson(api, id, reason, context);
    logSecurity(api.config.securityLog, request, 'personErased', { userId: id });
    return commandAnswer(api.eventLog, result);
  },
);

/** What is held about people: told to them, and erased. */
export const personalDataRoutes: readonly Route[] = [exportMe, eraseMe, erasePersonByStaff];
