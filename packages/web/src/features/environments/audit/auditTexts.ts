import type { AuditEntry } from '@assay/contract';
import { useListPipelineStagesQuery, useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import type { FieldValue } from './versions.ts';

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  key: 'Key',
  url: 'URL',
  pipelineStageId: 'Pipeline stage',
  maximumParallelTestRuns: 'Maximum parallel test runs',
  priority: 'Priority',
  testRunPriority: 'Test run priority',
  linuxRunnerPoolId: 'Linux runner pool',
  windowsRunnerPoolId: 'Windows runner pool',
  archived: 'Deleted',
};

const variables = 'variables.';

/** @returns whether the field is a variable */
export function isVariable(field: string): boolean {
  return field.startsWith(variables);
}

/** @returns what a field is called: the name of a variable, or the label of the form */
export function labelOf(field: string): string {
  return isVariable(field) ? field.slice(variables.length) : (labels[field] ?? field);
}

/** @returns a function from the value of a field to what people read */
export function useValueText(): (field: string, value: string | null) => string {
  const { data: stages = [] } = useListPipelineStagesQuery();
  const { data: pools = [] } = useListRunnerPoolsQuery();
  return (field, value) => {
    if (value === null) return 'none';
    switch (field) {
      case 'pipelineStageId':
        return stages.find(({ id }) => id === value)?.name ?? 'a deleted stage';
      case 'linuxRunnerPoolId':
      case 'windowsRunnerPoolId':
        return pools.find(({ id }) => id === value)?.name ?? 'a deleted pool';
      case 'archived':
        return 'yes';
      case 'maximumParallelTestRuns':
        return value === '0' ? 'no limit' : value;
      default:
        return value;
    }
  };
}

/** @returns what stands for an encrypted value that was set or taken away */
export function encryptedText(change: AuditEntry['change']): string {
  return change === 'changed' ? 'another value, encrypted' : 'encrypted';
}

export function textOf(
  { value, encrypted }: FieldValue,
  field: string,
  valueText: ReturnType<typeof useValueText>,
): string {
  return encrypted ? 'encrypted' : valueText(field, value);
}
