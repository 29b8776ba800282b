import { type AccountView, limits } from '@assay/contract';

/** Spec B:214: the bound of runners is the account's own; 10 when it is not known. */
export function largestRunnerCount(account: Pick<AccountView, 'maximumRunnersPerProject'> | null): number {
  return account?.maximumRunnersPerProject || limits.runnersWhenUnknown;
}
