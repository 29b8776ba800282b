import type { Route } from '../../http/route.ts';
import { beginTwoFactor } from './beginTwoFactor.ts';
import { confirmTwoFactor } from './confirmTwoFactor.ts';
import { getTwoFactor } from './getTwoFactor.ts';
import { renewRecoveryCodes } from './renewRecoveryCodes.ts';
import { turnOffTwoFactor } from './turnOffTwoFactor.ts';

export const twoFactorRoutes: readonly Route[] = [
  getTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  turnOffTwoFactor,
  renewRecoveryCodes,
];
