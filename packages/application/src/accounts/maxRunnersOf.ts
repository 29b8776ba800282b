import { type AccountView, limits } from '@assay/contract';

/** @returns the account's maximum of runners for a project, or 10 if unknown */
export function maxRunnersOf(account: Pick<AccountView, 'maximumRunnersPerProject'> | null): number {
  return account?.maximumRunnersPerProject || limits.runnersWhenUnknown;
}
