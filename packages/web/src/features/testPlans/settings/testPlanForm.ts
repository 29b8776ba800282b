import { type ChangeTestPlanRequest, type TestPlanRequest, type TestPlanView, testPlanFields } from '@assay/contract';
import { object } from 'yup';
import { changedValues, type FormOf, formOf, formRules, valuesOf } from '../../../ui/form/declaredForm.ts';

export type TestPlanForm = FormOf<typeof testPlanFields>;

/** @returns the form of a plan, or of a new one. */
export function formOfTestPlan(plan: Pick<TestPlanView, keyof TestPlanForm> | null): TestPlanForm {
  return formOf(testPlanFields, plan);
}

export const testPlanFormSchema = object(formRules(testPlanFields));

/** @returns the request for a plan: trimmed, without a goal as null. */
export function testPlanRequestOf(form: TestPlanForm): TestPlanRequest {
  return valuesOf(testPlanFields, form);
}

/** @returns only the changed fields */
export function testPlanChangeOf(form: TestPlanForm, before: TestPlanView): ChangeTestPlanRequest {
  return changedValues(testPlanFields, form, before);
}
