import { twoFactorCalls } from '@assay/contract';
import { route } from '../../http/route.ts';

export const getTwoFactor = route(twoFactorCalls.getTwoFactor, async ({ api: { operations }, caller }) => {
  const factor = await operations.secondFactors.find(caller.userId);
  return { since: factor?.since.toISOString() ?? null, recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0 };
});
