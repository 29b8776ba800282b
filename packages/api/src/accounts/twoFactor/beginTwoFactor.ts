import { twoFactorCalls } from '@assay/contract';
import { ApiError } from '../../http/apiErrors.ts';
import { route } from '../../http/route.ts';
import { requireOwnPassword } from '../requireOwnPassword.ts';

export const beginTwoFactor = route(
  twoFactorCalls.beginTwoFactor,
  async ({ api, body: { currentPassword }, caller: { userId }, request }) => {
    const { email } = await requireOwnPassword(api, request, userId, currentPassword);
    const begun = await api.operations.secondFactors.begin(userId, email);
    if (begun === null) throw new ApiError('twoFactor.alreadyOn');
    return begun;
  },
);
