import { formFields, type TestPlanId, type WorkflowStep, type WorkflowStepId } from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type StepForm = { name: string; description: string; testPlanId: string; next: string[] };

export const stepFormSchema = object({
  name: requiredText(formFields.name),
  description: optionalText(formFields.stepDescription),
});

/** @returns the form of a step, or of a new one. */
export function formOfStep(step: WorkflowStep | null): StepForm {
  return {
    name: step?.name ?? '',
    description: step?.description ?? '',
    testPlanId: step?.testPlanId ?? '',
    next: [...(step?.next ?? [])],
  };
}

/** @returns the step of a form: trimmed, without a description or plan as null. */
export function stepOf(id: WorkflowStepId, { name, description, testPlanId, next }: StepForm): WorkflowStep {
  return {
    id,
    name: name.trim(),
    description: description.trim() || null,
    testPlanId: (testPlanId || null) as TestPlanId | null,
    next: next as WorkflowStepId[],
  };
}

/** @returns the steps with this one in its place, or last; `after` leads to it as well. */
export function withStep(
  steps: readonly WorkflowStep[],
  step: WorkflowStep,
  after: WorkflowStepId | null,
): WorkflowStep[] {
  const isNew = steps.every(({ id }) => id !== step.id);
  const others = steps.map((other) => {
    if (other.id === step.id) return step;
    return other.id === after ? { ...other, next: [...other.next, step.id] } : other;
  });
  return isNew ? [...others, step] : others;
}

/** @returns the steps without that one; what led to it leads to where it led. */
export function withoutStep(steps: readonly WorkflowStep[], gone: WorkflowStep): WorkflowStep[] {
  return steps
    .filter(({ id }) => id !== gone.id)
    .map((step) => {
      if (!step.next.includes(gone.id)) return step;
      const next = step.next.flatMap((id) => (id === gone.id ? gone.next : [id]));
      return { ...step, next: [...new Set(next)].filter((id) => id !== step.id) };
    });
}
