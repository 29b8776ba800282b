import { topics, type UserId } from '@assay/contract';
import type { ApiDeps } from '../../apiDeps.ts';

/**
 * Tells the accounts of a person that two-factor sign-in was turned on or off: lists of people show it, and open pages of
 * accounts that ask for it open or close.
 */
export async function tellOfTwoFactor({ readModels, operations }: ApiDeps, userId: UserId): Promise<void> {
  const accountIds = await readModels.accountIdsOf(userId);
  const notices = accountIds.map((accountId) => ({
    accountId,
    topic: topics.userRoles,
    ids: [userId],
    position: null,
  }));
  if (notices.length > 0) await operations.changeFeed.publish(notices);
}
