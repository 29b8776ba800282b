import { environmentFields, pipelineStageFields } from '@assay/contract';
import { useListPipelineStagesQuery, useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import { type AuditedFields, auditedFieldsOf } from '../../../ui/auditTrail/auditedFields.ts';

/** How the fields of an environment are shown, stages by their names. */
export function useEnvironmentFields(): AuditedFields {
  const { data: stages = [] } = useListPipelineStagesQuery();
  return auditedFieldsOf(environmentFields, (id) => stages.find((stage) => stage.id === id)?.name ?? 'a deleted stage');
}

/** How the fields of a pipeline stage are shown, runner pools by their names. */
export function useStageFields(): AuditedFields {
  const { data: pools = [] } = useListRunnerPoolsQuery();
  return auditedFieldsOf(pipelineStageFields, (id) => pools.find((pool) => pool.id === id)?.name ?? 'a deleted pool');
}
