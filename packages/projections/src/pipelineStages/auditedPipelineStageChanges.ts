import { pipelineStageFields } from '@assay/contract';
import {
  type Audited,
  type AuditedChange,
  type AuditedEvents,
  auditedFields,
  fieldChanged,
  fieldsSet,
  restoration,
  variableSet,
} from '../auditEntries/auditedChange.ts';

function stage(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `pipelineStage-${id}`, changes };
}

export const auditedPipelineStageChanges: AuditedEvents = {
  PipelineStageCreated: ({ pipelineStageId, ...fields }) => stage(pipelineStageId, ...fieldsSet(fields)),
  ...auditedFields(pipelineStageFields, 'pipelineStageId', stage),
  PipelineStageRunnerPoolChanged: ({ pipelineStageId, runnerType, runnerPoolId }) => {
    const field = runnerType === 'WINDOWS' ? 'windowsRunnerPoolId' : 'linuxRunnerPoolId';
    return stage(pipelineStageId, fieldChanged(field, runnerPoolId));
  },
  PipelineStageVariableSet: ({ pipelineStageId, ...variable }) => stage(pipelineStageId, variableSet(variable)),
  PipelineStageVariableRemoved: ({ pipelineStageId, key }) =>
    stage(pipelineStageId, fieldChanged(`variables.${key}`, null)),
  PipelineStageRestored: ({ pipelineStageId, ...restored }) => stage(pipelineStageId, ...restoration(restored)),
  PipelineStageArchived: ({ pipelineStageId }) => stage(pipelineStageId, fieldChanged('archived', 'true')),
};
