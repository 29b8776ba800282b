import { includes } from '@assay/contract';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useGetAccountQuery } from '../connection/serviceHooks.ts';
import type { Area } from '../ui/Area.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { RowsSkeleton } from '../ui/RowsSkeleton.tsx';
import { closePlanDialog, openPlanDialog } from './PlanDialog.tsx';

/** The screens of an area, or the plan dialog where the plan of the account lacks it: an address can lead to any area. */
export function PlanGate({ area: { feature, label } }: { area: Area }) {
  const { currentData: account, isError } = useGetAccountQuery();
  if (feature === undefined || isError) return <Outlet />;
  if (account === undefined) return <RowsSkeleton />;
  return includes(account, feature) ? <Outlet /> : <LackingArea label={label} />;
}

function LackingArea({ label }: { label: string }) {
  useEffect(() => {
    openPlanDialog(label);
    return closePlanDialog;
  }, [label]);
  return (
    <EmptyState
      title={`${label}: not included in your plan`}
      action={<Button onClick={() => openPlanDialog(label)}>Show plans</Button>}
    />
  );
}
