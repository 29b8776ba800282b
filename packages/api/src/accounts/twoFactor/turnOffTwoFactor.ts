import { twoFactorCalls } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { route } from '../../http/route.ts';
import { logSecurity } from '../../http/securityLog.ts';
import { requireOwnPassword } from '../requireOwnPassword.ts';
import { tellOfTwoFactor } from './tellOfTwoFactor.ts';

export const turnOffTwoFactor = route(
  twoFactorCalls.turnOffTwoFactor,
  async ({ api, body: { currentPassword }, caller: { userId }, context, request }) => {
    const { operations, eventLog, config } = api;
    await requireOwnPassword(api, request, userId, currentPassword);
    await operations.secondFactors.turnOff(userId);
    await eventLog.handle(userDecider, userId, { type: 'turnTwoFactorOff', userId }, context);
    await tellOfTwoFactor(api, userId);
    logSecurity(config.securityLog, request, 'twoFactorTurnedOff');
    return null;
  },
);
