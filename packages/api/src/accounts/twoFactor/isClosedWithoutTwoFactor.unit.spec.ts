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

describe('an account, to a person', () => {
  it.each([
    ['without a second factor is open where none is required', { twoFactorRequired: false }, null, false],
    ['without a second factor is closed where one is required', { twoFactorRequired: true }, null, true],
    ['with a second factor is open', { twoFactorRequired: true }, {}, false],
    ['without a second factor is closed while the account is not found', null, null, true],
  ])('%s', async (_, account, factor, closed) => {
    expect(await isClosed(account, factor)).toBe(closed);
  });
});
