import { InvalidFields } from '@assay/application';
import { messages, topics, twoFactorCalls, type UserId } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { noteVisit } from '../../accessLog/noteVisit.ts';
import type { ApiDeps } from '../../apiDeps.ts';
import { ApiError } from '../../http/apiErrors.ts';
import { type Route, route } from '../../http/route.ts';
import { logSecurity } from '../../http/securityLog.ts';
import { requireOwnPassword } from '../requireOwnPassword.ts';

/**
 * Tells the accounts of a person that two-factor sign-in was turned on or off: lists of people show it, and open pages of
 * accounts that ask for it open or close.
 */
async function tellOfTwoFactor({ readModels, operations }: ApiDeps, userId: UserId): Promise<void> {
  const accountIds = await readModels.accountIdsOf(userId);
  const notices = accountIds.map((accountId) => ({
    accountId,
    topic: topics.userRoles,
    ids: [userId],
    position: null,
  }));
  if (notices.length > 0) await operations.changeFeed.publish(notices);
}

const getTwoFactor = route(twoFactorCalls.getTwoFactor, async ({ api: { operations }, caller }) => {
  const factor = await operations.secondFactors.find(caller.userId);
  return { since: factor?.since.toISOString() ?? null, recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0 };
});

const beginTwoFactor = route(
  twoFactorCalls.beginTwoFactor,
  async ({ api, body: { currentPassword }, caller: { userId }, request }) => {
    const { email } = await requireOwnPassword(api, request, userId, currentPassword);
    const begun = await api.operations.secondFactors.begin(userId, email);
    if (begun === null) throw new ApiError('twoFactor.alreadyOn');
    return begun;
  },
);

/** Other sessions end: they began without a code. */
const confirmTwoFactor = route(
  twoFactorCalls.confirmTwoFactor,
  async ({ api, body: { code }, caller: { userId, sessionId }, context, request }) => {
    const { operations, eventLog, config } = api;
    const recoveryCodes = await operations.secondFactors.confirm(userId, code);
    if (recoveryCodes === 'notBegun') throw new ApiError('twoFactor.notBegun');
    if (recoveryCodes === 'wrong') throw new InvalidFields({ field: 'code', message: messages.wrongCode });
    await eventLog.handle(userDecider, userId, { type: 'turnTwoFactorOn', userId }, context);
    await operations.sessions.endAllOf(userId, sessionId);
    await tellOfTwoFactor(api, userId);
    logSecurity(config.securityLog, request, 'twoFactorTurnedOn');
    await noteVisit(api, request, 'twoFactorTurnedOn', userId);
    return { recoveryCodes };
  },
);

const turnOffTwoFactor = route(
  twoFactorCalls.turnOffTwoFactor,
  async ({ api, body: { currentPassword }, caller: { userId }, context, request }) => {
    const { operations, eventLog, config } = api;
    await requireOwnPassword(api, request, userId, currentPassword);
    await operations.secondFactors.turnOff(userId);
    await eventLog.handle(userDecider, userId, { type: 'turnTwoFactorOff', userId }, context);
    await tellOfTwoFactor(api, userId);
    logSecurity(config.securityLog, request, 'twoFactorTurnedOff');
    await noteVisit(api, request, 'twoFactorTurnedOff', userId);
    return null;
  },
);

const renewRecoveryCodes = route(
  twoFactorCalls.renewRecoveryCodes,
  async ({ api, body: { currentPassword }, caller: { userId }, request }) => {
    await requireOwnPassword(api, request, userId, currentPassword);
    const recoveryCodes = await api.operations.secondFactors.renewRecoveryCodes(userId);
    if (recoveryCodes === null) throw new ApiError('twoFactor.isOff');
    logSecurity(api.config.securityLog, request, 'recoveryCodesRenewed');
    await noteVisit(api, request, 'recoveryCodesRenewed', userId);
    return { recoveryCodes };
  },
);

export const twoFactorRoutes: readonly Route[] = [
  getTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  turnOffTwoFactor,
  renewRecoveryCodes,
];
