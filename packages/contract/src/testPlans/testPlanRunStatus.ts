import { Type } from 'typebox';

/** As the calls have always written them. */
export const planRunStatuses = ['Running', 'Canceled', 'completed'] as const;
export type PlanRunStatus = (typeof planRunStatuses)[number];
export const PlanRunStatus = Type.Enum(planRunStatuses);

/** `error`: it could not start. `skipped`: its turn never came. */
export const planSuiteStatuses = ['pending', 'running', 'pass', 'fail', 'canceled', 'error', 'skipped'] as const;
export type PlanSuiteStatus = (typeof planSuiteStatuses)[number];
export const PlanSuiteStatus = Type.Enum(planSuiteStatuses);

/** A stage passes when all its suites pass. */
export const planStageStatuses = ['pending', 'running', 'pass', 'fail', 'skipped'] as const;
export type PlanStageStatus = (typeof planStageStatuses)[number];
export const PlanStageStatus = Type.Enum(planStageStatuses);

const displays: Record<PlanRunStatus, string> = { Running: 'Running', Canceled: 'Canceled', completed: 'Completed' };

/** The status in words, as lists show it. */
export function displayOfPlanRun(status: PlanRunStatus): string {
  return displays[status];
}

/** @returns who stopped a plan run, as lists show it. @param by an e-mail address, 'CLI', or a trigger's name */
export function canceledByText(by: string): string {
  return `Canceled By ${by}`;
}

/** @returns how many of the stages pass, in words */
export function stagesPassText({ pass, total }: { pass: number; total: number }): string {
  return `${pass} of ${total} stages pass`;
}
