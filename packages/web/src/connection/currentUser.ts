import { type AccountPermission, includes, limits, may, type PlanFeature } from '@assay/contract';
import { useSelector } from 'react-redux';
import type { ConnectionState } from './connectionTools.ts';
import { useGetAccountQuery, useGetMeQuery } from './serviceHooks.ts';

/** @returns a function that says whether the person may do something in the open account; false while unknown. */
export function useRights(): (permission: AccountPermission) => boolean {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  if (!user || accountId === null) return () => false;
  const grants = user.roles.map(({ roleType, accountId: of }) => ({ role: roleType, accountId: of }));
  return (permission) => may(grants, permission, { accountId });
}

/** @returns whether the person may do this in the open account; false while unknown. */
export function useMay(permission: AccountPermission): boolean {
  return useRights()(permission);
}

/** @returns whether the account's plan includes the feature; false while unknown. */
export function useIncludes(feature: PlanFeature): boolean {
  const { data: account } = useGetAccountQuery();
  return account !== undefined && includes(account, feature);
}

/** @returns the account's maximum of runners for a run. */
export function useMaximumRunners(): number {
  const { data: account } = useGetAccountQuery();
  return account?.maximumRunnersPerProject || limits.runnersWhenUnknown;
}
