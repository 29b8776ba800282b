import { modals } from '@mantine/modals';
import { PlanTable } from './PlanTable.tsx';

const modalId = 'plan';

/** Says that the plan lacks an area, and which plans include it. */
export function openPlanDialog(label: string): void {
  modals.open({ modalId, title: label, size: 640, children: <PlanDialog /> });
}

/** Closes the dialog, if it is open. */
export function closePlanDialog(): void {
  modals.close(modalId);
}

function PlanDialog() {
  return (
    <>
      <p>Your plan does not include this. Ask the operator of this installation to change the plan.</p>
      <PlanTable />
    </>
  );
}
