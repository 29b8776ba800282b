import {
  type Audited,
  type AuditedChange,
  type AuditedEvents,
  fieldChanged,
  fieldsSet,
  restoration,
  variableSet,
} from '../auditEntries/auditedChange.ts';

function environment(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `environment-${id}`, changes };
}

export const auditedEnvironmentChanges: AuditedEvents = {
  EnvironmentCreated: ({ environmentId, ...fields }) => environment(environmentId, ...fieldsSet(fields)),
  EnvironmentRenamed: ({ environmentId, name }) => environment(environmentId, fieldChanged('name', name)),
  EnvironmentUrlChanged: ({ environmentId, url }) => environment(environmentId, fieldChanged('url', url)),
  EnvironmentStageChanged: ({ environmentId, pipelineStageId }) =>
    environment(environmentId, fieldChanged('pipelineStageId', pipelineStageId)),
  EnvironmentRunLimitChanged: ({ environmentId, maximumParallelTestRuns }) =>
    environment(environmentId, fieldChanged('maximumParallelTestRuns', maximumParallelTestRuns)),
  EnvironmentVariableSet: ({ environmentId, ...variable }) => environment(environmentId, variableSet(variable)),
  EnvironmentVariableRemoved: ({ environmentId, key }) =>
    environment(environmentId, fieldChanged(`variables.${key}`, null)),
  EnvironmentRestored: ({ environmentId, ...restored }) => environment(environmentId, ...restoration(restored)),
  EnvironmentArchived: ({ environmentId }) => environment(environmentId, fieldChanged('archived', 'true')),
};
