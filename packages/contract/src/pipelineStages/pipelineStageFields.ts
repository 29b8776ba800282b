import type { DeclaredFields } from '../declaredFields/declaredFields.ts';
import { formFields } from '../formFields.ts';
import { limits } from '../limits.ts';

export const pipelineStageFields = {
  name: {
    kind: 'text',
    rule: formFields.name,
    label: 'Name',
    input: { maxLength: 100 },
    changedBy: 'PipelineStageRenamed',
  },
  // One event records a new pool of either machine type.
  linuxRunnerPoolId: {
    kind: 'reference',
    to: 'RunnerPoolId',
    label: 'Linux runner pool',
    input: { placeholder: 'No pool' },
  },
  windowsRunnerPoolId: {
    kind: 'reference',
    to: 'RunnerPoolId',
    label: 'Windows runner pool',
    input: { placeholder: 'No pool' },
  },
  priority: {
    kind: 'wholeNumber',
    rule: { minimum: 0, maximum: limits.noStagePriority },
    // After the stages that there are.
    initially: null,
    label: 'Priority',
    description: 'its place among the stages, smallest first; environments without a stage rank at 1000',
    input: { required: true, description: 'Its place among the stages, smallest first' },
    changedBy: 'PipelineStagePriorityChanged',
  },
  testRunPriority: {
    kind: 'wholeNumber',
    rule: formFields.priority,
    initially: limits.priority.default,
    label: 'Test run priority',
    description: 'for runs in its environments that ask for none; higher goes first',
    input: { required: true, description: '1 to 10; runs with a higher one go first' },
    changedBy: 'PipelineStageTestRunPriorityChanged',
  },
} as const satisfies DeclaredFields;
