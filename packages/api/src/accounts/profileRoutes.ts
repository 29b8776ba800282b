import { changePassword, requestPasswordReset, resetPassword as setPasswordByLink } from '@assay/application';
import { accountCalls, profileCalls } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { requireOwnPassword } from './requireOwnPassword.ts';

const logOutEverywhere = route(profileCalls.logOutEverywhere, async ({ api, caller: { userId }, request }) => {
  await api.operations.sessions.endAllOf(userId);
  logSecurity(api.config.securityLog, request, 'signedOutEverywhere');
  await noteVisit(api, request, 'signedOutEverywhere', userId);
  return null;
});

const getMe = route(accountCalls.getMe, async ({ api: { readModels, config }, caller }) => {
  const user = await readModels.user(caller.userId);
  // Registered but not projected yet: the client asks again.
  if (!user) throw new ApiError('notFound');
  return { ...user, mayCreateAccount: config.registration.isOpen };
});

const changeProfile = route(
  profileCalls.changeProfile,
  async ({ api: { eventLog }, body: { firstName, lastName }, caller: { userId }, context }) => {
    const command = { type: 'changeName' as const, userId, firstName, lastName };
    return commandAnswer(eventLog, await eventLog.handle(userDecider, userId, command, context));
  },
);

const changeOwnPassword = route(
  profileCalls.changePassword,
  async ({ api, body: { currentPassword, password }, caller: { userId, sessionId }, context, request }) => {
    const { email } = await requireOwnPassword(api, request, userId, currentPassword);
    const how = { by: 'self' as const, keptSessionId: sessionId };
    await changePassword(api, { userId, email }, password, how, context);
    logSecurity(api.config.securityLog, request, 'passwordChanged', { by: how.by });
    await noteVisit(api, request, 'passwordChanged', userId);
    return null;
  },
);

/** Limited as sign-in is, so that no caller can fill a mailbox or the log. */
const forgotPassword = route(profileCalls.forgotPassword, async ({ api, body: { email }, context, request }) => {
  api.mailLimits.begin(request.ip, email);
  await requestPasswordReset(api, email, context);
  logSecurity(api.config.securityLog, request, 'passwordResetRequested');
  return null;
});

const resetPassword = route(profileCalls.resetPassword, async ({ api, body, context, request }) => {
  const userId = await setPasswordByLink(api, body, context);
  logSecurity(api.config.securityLog, request, 'passwordChanged', { userId, by: 'mail' });
  await noteVisit(api, request, 'passwordChanged', userId);
  return null;
});

const listSessions = route(profileCalls.listSessions, async ({ api: { operations }, caller }) => {
  const sessions = await operations.sessions.list(caller.userId);
  return sessions.map(({ sessionId: id, startedAt, lastUsedAt, address, userAgent }) => ({
    id,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    address,
    userAgent,
    current: id === caller.sessionId,
  }));
});

const endSession = route(profileCalls.endSession, async ({ api, caller: { userId }, params: { id } }) => {
  await api.operations.sessions.endOne(userId, id);
  return null;
});

export const profileRoutes: readonly Route[] = [
  logOutEverywhere,
  getMe,
  changeProfile,
  changeOwnPassword,
  forgotPassword,
  resetPassword,
  listSessions,
  endSession,
];
