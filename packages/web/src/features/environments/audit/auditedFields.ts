import { useListPipelineStagesQuery, useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import type { AuditedFields } from '../../../ui/auditTrail/auditedFields.ts';

const environmentLabels: AuditedFields['labels'] = {
  url: 'URL',
  pipelineStageId: 'Pipeline stage',
  maximumParallelTestRuns: 'Maximum parallel test runs',
};

const stageLabels: AuditedFields['labels'] = {
  priority: 'Priority',
  testRunPriority: 'Test run priority',
  linuxRunnerPoolId: 'Linux runner pool',
  windowsRunnerPoolId: 'Windows runner pool',
};

const runnerTypes: Readonly<Record<string, string>> = { LINUX: 'Linux', WINDOWS: 'Windows' };

export const runnerPoolFields: AuditedFields = {
  labels: { runnerType: 'Runner type', maxRunners: 'Maximum runners' },
  textOf: (field, value) => (field === 'runnerType' ? runnerTypes[value] : undefined),
};

/** How the fields of an environment are shown, stages by their names. */
export function useEnvironmentFields(): AuditedFields {
  const { data: stages = [] } = useListPipelineStagesQuery();
  return {
    labels: environmentLabels,
    textOf: (field, value) => {
      if (field === 'pipelineStageId') return stages.find(({ id }) => id === value)?.name ?? 'a deleted stage';
      return field === 'maximumParallelTestRuns' && value === '0' ? 'no limit' : undefined;
    },
  };
}

/** How the fields of a pipeline stage are shown, runner pools by their names. */
export function useStageFields(): AuditedFields {
  const { data: pools = [] } = useListRunnerPoolsQuery();
  return {
    labels: stageLabels,
    textOf: (field, value) =>
      field.endsWith('RunnerPoolId') ? (pools.find(({ id }) => id === value)?.name ?? 'a deleted pool') : undefined,
  };
}
