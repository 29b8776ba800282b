import { modals } from '@mantine/modals';
import { lazy, Suspense } from 'react';

const PlanDialog = lazy(async () => ({ default: (await import('./PlanDialog.tsx')).PlanDialog }));
const modalId = 'plan';

/** Says that the plan lacks an area, and which plans include it. */
export function openPlanDialog(label: string): void {
  const children = (
    <Suspense fallback={null}>
      <PlanDialog label={label} onClose={closePlanDialog} />
    </Suspense>
  );
  modals.open({ modalId, title: label, size: 640, children });
}

/** Closes the dialog, if it is open. */
export function closePlanDialog(): void {
  modals.close(modalId);
}
