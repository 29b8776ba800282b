import type { DeclaredFields } from '../declaredFields/declaredFields.ts';
import { formFields } from '../formFields.ts';

export const testPlanFields = {
  name: { kind: 'text', rule: formFields.name, label: 'Test Plan Name', changedBy: 'TestPlanSettingChanged' },
  key: {
    kind: 'text',
    rule: formFields.key,
    label: 'Test Plan Key',
    description: 'names it in URLs and on the command line; unique',
    changedBy: 'TestPlanSettingChanged',
  },
  goal: {
    kind: 'text',
    rule: formFields.description,
    nullable: true,
    rows: 3,
    label: 'Objective/Goal',
    description: 'objective or goal',
    input: { placeholder: 'What must be true when all of its stages pass' },
    changedBy: 'TestPlanSettingChanged',
  },
} as const satisfies DeclaredFields;
