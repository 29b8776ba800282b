import { twoFactorCalls } from '@assay/contract';
import { ApiError } from '../../http/apiErrors.ts';
import { route } from '../../http/route.ts';
import { logSecurity } from '../../http/securityLog.ts';
import { requireOwnPassword } from '../requireOwnPassword.ts';

export const renewRecoveryCodes = route(
  twoFactorCalls.renewRecoveryCodes,
  async ({ api, body: { currentPassword }, caller: { userId }, request }) => {
    await requireOwnPassword(api, request, userId, currentPassword);
    const recoveryCodes = await api.operations.secondFactors.renewRecoveryCodes(userId);
    if (recoveryCodes === null) throw new ApiError('twoFactor.isOff');
    logSecurity(api.config.securityLog, request, 'recoveryCodesRenewed');
    return { recoveryCodes };
  },
);
