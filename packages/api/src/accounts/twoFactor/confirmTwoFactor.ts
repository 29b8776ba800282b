import { InvalidFields } from '@assay/application';
import { messages, twoFactorCalls } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { ApiError } from '../../http/apiErrors.ts';
import { route } from '../../http/route.ts';
import { logSecurity } from '../../http/securityLog.ts';
import { closeSocketsOf } from '../closeSocketsOf.ts';
import { tellOfTwoFactor } from './tellOfTwoFactor.ts';

/** Other sessions end: they began without a code. */
export const confirmTwoFactor = route(
  twoFactorCalls.confirmTwoFactor,
  async ({ api, body: { code }, caller: { userId, sessionId }, context, request }) => {
    const { operations, eventLog, config } = api;
    const recoveryCodes = await operations.secondFactors.confirm(userId, code);
    if (recoveryCodes === 'notBegun') throw new ApiError('twoFactor.notBegun');
    if (recoveryCodes === 'wrong') throw new InvalidFields({ field: 'code', message: messages.wrongCode });
    await eventLog.handle(userDecider, userId, { type: 'turnTwoFactorOn', userId }, context);
    await closeSocketsOf(api, await operations.sessions.endAllOf(userId, sessionId));
    await tellOfTwoFactor(api, userId);
    logSecurity(config.securityLog, request, 'twoFactorTurnedOn');
    return { recoveryCodes };
  },
);
