import type { TestPlanId, WorkflowStepId } from '../ids.ts';
import type { WorkflowStep } from './workflowViews.ts';

type Steps = readonly WorkflowStep[];
type Added = {
  workflowStepId: WorkflowStepId;
  name: string;
  description: string | null;
  testPlanId: TestPlanId | null;
};

function mapStep(steps: Steps, id: WorkflowStepId, change: (step: WorkflowStep) => WorkflowStep): WorkflowStep[] {
  return steps.map((step) => (step.id === id ? change(step) : step));
}

export function withWorkflowStep(
  steps: Steps,
  { workflowStepId: id, name, description, testPlanId }: Added,
): WorkflowStep[] {
  return [...steps, { id, name, description, testPlanId, next: [] }];
}

export function withWorkflowStepSetting(
  steps: Steps,
  id: WorkflowStepId,
  setting: string,
  value: unknown,
): WorkflowStep[] {
  return mapStep(steps, id, (step) => ({ ...step, [setting]: value }));
}

/** Its connections go with it. */
export function withoutWorkflowStep(steps: Steps, id: WorkflowStepId): WorkflowStep[] {
  return steps.filter((step) => step.id !== id).map((step) => ({ ...step, next: step.next.filter((to) => to !== id) }));
}

export function withConnection(steps: Steps, from: WorkflowStepId, to: WorkflowStepId): WorkflowStep[] {
  return mapStep(steps, from, (step) => ({ ...step, next: [...step.next, to] }));
}

export function withoutConnection(steps: Steps, from: WorkflowStepId, to: WorkflowStepId): WorkflowStep[] {
  return mapStep(steps, from, (step) => ({ ...step, next: step.next.filter((id) => id !== to) }));
}
