import type { TestRunView } from '@assay/contract';

/** @returns who or what started a run: a person, a trigger or a test plan by its name, or Assay itself */
export function starterOf({ createdBy, trigger, testPlanRun }: TestRunView): string {
  return trigger?.name ?? testPlanRun?.name ?? createdBy?.fullName ?? 'Assay';
}
