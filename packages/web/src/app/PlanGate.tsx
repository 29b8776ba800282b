import { includes } from '@assay/contract';
import { Outlet } from 'react-router';
import { useGetAccountQuery } from '../connection/serviceHooks.ts';
import type { Area } from '../ui/Area.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { NotInPlan } from '../ui/NotInPlan.tsx';
import { RowsSkeleton } from '../ui/RowsSkeleton.tsx';

/** The screens of an area, or why the account lacks it: an address can lead to any area. */
export function PlanGate({ area: { feature, flag, label } }: { area: Area }) {
  const { currentData: account, isError } = useGetAccountQuery();
  if (feature === undefined || isError) return <Outlet />;
  if (account === undefined) return <RowsSkeleton />;
  if (includes(account, feature)) return <Outlet />;
  // Another plan would not bring it.
  if (flag !== undefined && !account.flags.includes(flag)) {
    return <EmptyState title={`${label} is not enabled`} why="Ask the operator of this installation to enable it." />;
  }
  return <NotInPlan label={label} />;
}
