import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { closePlanDialog, openPlanDialog } from './openPlanDialog.tsx';

/** In place of a screen that the plan of the account lacks: opens the plan dialog, again on a click. */
export function NotInPlan({ label }: { label: string }) {
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
