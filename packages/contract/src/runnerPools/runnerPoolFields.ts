import type { DeclaredFields } from '../declaredFields/declaredFields.ts';
import { formFields } from '../formFields.ts';
import { runnerTypeLabels, runnerTypes } from './runnerTypes.ts';

export const runnerPoolFields = {
  name: {
    kind: 'text',
    rule: formFields.name,
    label: 'Name',
    input: { maxLength: 100, description: 'Agents join the pool by its name: --pool' },
    changedBy: 'RunnerPoolRenamed',
  },
  runnerType: {
    kind: 'choice',
    values: runnerTypes,
    texts: runnerTypeLabels,
    label: 'Runner type',
    changedBy: 'RunnerPoolTypeChanged',
  },
  maxRunners: {
    kind: 'wholeNumber',
    rule: formFields.runners,
    label: 'Maximum runners',
    description: "how many of its runners may work at once, over all runs; up to the account's maximum for the type",
    input: { required: true },
    changedBy: 'RunnerPoolMaximumChanged',
  },
} as const satisfies DeclaredFields;
