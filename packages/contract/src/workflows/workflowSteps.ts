import type { EventIn } from '../eventIn.ts';
import type { TestPlanId, WorkflowStepId } from '../ids.ts';
import type { WorkflowStep } from './workflowViews.ts';

type Steps = readonly WorkflowStep[];
type OfStep = { workflowStepId: WorkflowStepId };
type Connection = { fromStepId: WorkflowStepId; toStepId: WorkflowStepId };

function mapStep(steps: Steps, id: WorkflowStepId, change: (step: WorkflowStep) => WorkflowStep): WorkflowStep[] {
  return steps.map((step) => (step.id === id ? change(step) : step));
}

/** What each event does to the steps of a workflow. The connections of a removed step go with it. */
const drawings = {
  WorkflowStepAdded: (
    steps: Steps,
    {
      workflowStepId: id,
      name,
      description,
      testPlanId,
    }: OfStep & { name: string; description: string | null; testPlanId: TestPlanId | null },
  ) => [...steps, { id, name, description, testPlanId, next: [] }],
  WorkflowStepSettingChanged: (
    steps: Steps,
    { workflowStepId, setting, to }: OfStep & { setting: string; to: unknown },
  ) => mapStep(steps, workflowStepId, (step) => ({ ...step, [setting]: to })),
  WorkflowStepRemoved: (steps: Steps, { workflowStepId: removed }: OfStep) =>
    steps
      .filter(({ id }) => id !== removed)
      .map((step) => ({ ...step, next: step.next.filter((to) => to !== removed) })),
  WorkflowStepsConnected: (steps: Steps, { fromStepId, toStepId }: Connection) =>
    mapStep(steps, fromStepId, (step) => ({ ...step, next: [...step.next, toStepId] })),
  WorkflowStepsDisconnected: (steps: Steps, { fromStepId, toStepId }: Connection) =>
    mapStep(steps, fromStepId, (step) => ({ ...step, next: step.next.filter((id) => id !== toStepId) })),
};

/** An event that changes what a workflow is drawn as. */
export type WorkflowStepEvent = EventIn<typeof drawings>;

export function isWorkflowStepEvent<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: WorkflowStepEvent['type'] }> {
  return Object.hasOwn(drawings, event.type);
}

/** @returns the steps of a workflow after an event */
export function drawnSteps(steps: Steps, { type, data }: WorkflowStepEvent): WorkflowStep[] {
  const draw = drawings[type] as (steps: Steps, data: WorkflowStepEvent['data']) => WorkflowStep[];
  return draw(steps, data);
}
