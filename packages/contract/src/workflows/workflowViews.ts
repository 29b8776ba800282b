import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, Position, TestPlanId, Time, WorkflowId, WorkflowStepId } from '../ids.ts';
import { limits } from '../limits.ts';

export const WorkflowStep = Type.Object(
  {
    id: WorkflowStepId,
    name: Type.String(formFields.name),
    description: Nullable(Type.String(formFields.stepDescription)),
    testPlanId: Nullable(
      Type.Unsafe<TestPlanId>({ ...TestPlanId, description: 'the plan that proves the step; null: none does' }),
    ),
    next: Type.Array(WorkflowStepId, {
      maxItems: limits.workflowSteps,
      uniqueItems: true,
      description: 'the steps that it leads to; it may lead back to an earlier one',
    }),
  },
  { additionalProperties: false },
);
export type WorkflowStep = Static<typeof WorkflowStep>;

export const WorkflowRequest = Type.Object({ name: Type.String(formFields.name) }, { additionalProperties: false });
export type WorkflowRequest = Static<typeof WorkflowRequest>;

/** Only fields sent are changed; `steps` are all of them. */
export const ChangeWorkflowRequest = Type.Object(
  {
    name: Type.Optional(Type.String(formFields.name)),
    steps: Type.Optional(Type.Array(WorkflowStep, { maxItems: limits.workflowSteps })),
  },
  { additionalProperties: false },
);
export type ChangeWorkflowRequest = Static<typeof ChangeWorkflowRequest>;

/** A workflow, as shown in the list. */
export const WorkflowView = Type.Object({
  id: WorkflowId,
  name: Type.String(),
  archived: Type.Boolean(),
  stepCount: Type.Integer({ minimum: 0 }),
  createdAt: Time,
  changedAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type WorkflowView = Static<typeof WorkflowView>;

export const WorkflowDetailView = Type.Object({
  ...WorkflowView.properties,
  steps: Type.Array(WorkflowStep, { description: 'in the order in which they were added' }),
});
export type WorkflowDetailView = Static<typeof WorkflowDetailView>;
