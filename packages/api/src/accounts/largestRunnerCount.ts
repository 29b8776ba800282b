import { type AccountView, limits } from '@assay/contract';

/** @returns the account's maximum of runners, or 10 where it is unknown */
export function largestRunnerCount(account: Pick<AccountView, 'maximumRunnersPerProject'> | null): number {
  return account?.maximumRunnersPerProject || limits.runnersWhenUnknown;
}
