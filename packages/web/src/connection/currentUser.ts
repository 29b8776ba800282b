import {
  type AccountPermission,
  includes,
  limits,
  may,
  type PlanFeature,
  type StaffAccessView,
  staffAccessIncludes,
} from '@assay/contract';
import { useSelector } from 'react-redux';
import type { ConnectionState } from './connectionTools.ts';
import { useGetAccountQuery, useGetMeQuery } from './serviceHooks.ts';

/** @returns the read-only access by which a staff member sees the open account; null: they have a role there, or neither. */
export function useStaffAccess(): StaffAccessView | null {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  if (!user || user.roles.some((role) => role.accountId === accountId)) return null;
  return user.staffAccess.find((access) => access.accountId === accountId) ?? null;
}

/** @returns a function that says whether the person may do something in the open account; false while unknown. */
export function useRights(): (permission: AccountPermission) => boolean {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  const access = useStaffAccess();
  if (!user || accountId === null) return () => false;
  if (access) return staffAccessIncludes;
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

/** @returns whether the person may start runs in the open account, and its plan includes them; false while unknown. */
export function useMayRun(): boolean {
  const isIncluded = useIncludes('ownRunners');
  return useMay('testRun.write') && isIncluded;
}

/** @returns the account's maximum of runners for a run. */
export function useMaximumRunners(): number {
  const { data: account } = useGetAccountQuery();
  return account?.maximumRunnersPerProject || limits.runnersWhenUnknown;
}
