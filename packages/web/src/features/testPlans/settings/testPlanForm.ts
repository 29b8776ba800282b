import { type ChangeTestPlanRequest, formFields, type TestPlanRequest, type TestPlanView } from '@assay/contract';
import { object } from 'yup';
import { changedFields } from '../../../ui/form/changedFields.ts';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type TestPlanForm = { name: string; key: string; goal: string };

/** @returns the form of a plan, or of a new one. */
export function formOfTestPlan(plan: Pick<TestPlanView, 'name' | 'key' | 'goal'> | null): TestPlanForm {
  return { name: plan?.name ?? '', key: plan?.key ?? '', goal: plan?.goal ?? '' };
}

export const testPlanFormSchema = object({
  name: requiredText(formFields.name),
  key: requiredText(formFields.key),
  goal: optionalText(formFields.description),
});

/** @returns the request for a plan: trimmed, without a goal as null. */
export function testPlanRequestOf({ name, key, goal }: TestPlanForm) {
  return { name: name.trim(), key: key.trim(), goal: goal.trim() || null } satisfies TestPlanRequest;
}

/** @returns only the changed fields */
export function testPlanChangeOf(form: TestPlanForm, before: TestPlanView): ChangeTestPlanRequest {
  return changedFields(testPlanRequestOf(form), testPlanRequestOf(formOfTestPlan(before)));
}
