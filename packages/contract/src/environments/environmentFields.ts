import type { DeclaredFields } from '../declaredFields/declaredFields.ts';
import { formFields } from '../formFields.ts';

export const environmentFields = {
  key: { kind: 'text', rule: formFields.key, label: 'Key', fixed: true },
  name: { kind: 'text', rule: formFields.name, label: 'Name', changedBy: 'EnvironmentRenamed' },
  url: {
    kind: 'text',
    rule: formFields.url,
    nullable: true,
    label: 'URL',
    input: { placeholder: 'https://staging.example.com' },
    changedBy: 'EnvironmentUrlChanged',
  },
  pipelineStageId: {
    kind: 'reference',
    to: 'PipelineStageId',
    label: 'Pipeline stage',
    input: { placeholder: 'No Stage' },
    changedBy: 'EnvironmentStageChanged',
  },
  maximumParallelTestRuns: {
    kind: 'wholeNumber',
    rule: { minimum: 0, maximum: 1000 },
    initially: 0,
    label: 'Maximum parallel test runs',
    description: '0 = no limit',
    input: { description: '0 means no limit' },
    texts: { 0: 'no limit' },
    changedBy: 'EnvironmentRunLimitChanged',
  },
} as const satisfies DeclaredFields;
