import type { AccountId, UserId } from '@assay/contract';
import { isClosedWithoutTwoFactor } from './isClosedWithoutTwoFactor.ts';

type Deps = Parameters<typeof isClosedWithoutTwoFactor>[0];

const isClosed = (account: { twoFactorRequired: boolean } | null, factor: object | null) => {
  const deps: object = {
    readModels: { of: () => ({ account: async () => account }) },
    operations: { secondFactors: { find: async () => factor } },
  };
  return isClosedWithoutTwoFactor(deps as Deps, 'ada' as UserId, 'acme' as AccountId);
};

describe('an account', () => {
  it.each([
    ['is open without a second factor where none is required', { twoFactorRequired: false }, null, false],
    ['is closed without a second factor where one is required', { twoFactorRequired: true }, null, true],
    ['is open with a second factor', { twoFactorRequired: true }, {}, false],
    ['is closed without a second factor while it is not found', null, null, true],
  ])('%s', async (_, account, factor, closed) => {
    expect(await isClosed(account, factor)).toBe(closed);
  });
});
