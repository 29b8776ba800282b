import type { AccountId, UserId } from '@assay/contract';
import type { ApiDeps } from '../../apiDeps.ts';

/**
 * @returns whether the account lets only people with two-factor sign-in in, and the person has it off. Whoever has it on
 * came with a code: the sessions before ended when it was turned on. An account that is not found is closed.
 */
export async function isClosedWithoutTwoFactor(
  { readModels, operations }: Pick<ApiDeps, 'readModels' | 'operations'>,
  userId: UserId,
  accountId: AccountId,
): Promise<boolean> {
  const account = await readModels.of(accountId).account();
  return account?.twoFactorRequired !== false && (await operations.secondFactors.find(userId)) === null;
}
