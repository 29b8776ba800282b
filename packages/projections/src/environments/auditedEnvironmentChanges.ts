import { environmentFields } from '@assay/contract';
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

function environment(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `environment-${id}`, changes };
}

export const auditedEnvironmentChanges: AuditedEvents = {
  EnvironmentCreated: ({ environmentId, ...fields }) => environment(environmentId, ...fieldsSet(fields)),
  ...auditedFields(environmentFields, 'environmentId', environment),
  EnvironmentVariableSet: ({ environmentId, ...variable }) => environment(environmentId, variableSet(variable)),
  EnvironmentVariableRemoved: ({ environmentId, key }) =>
    environment(environmentId, fieldChanged(`variables.${key}`, null)),
  EnvironmentRestored: ({ environmentId, ...restored }) => environment(environmentId, ...restoration(restored)),
  EnvironmentArchived: ({ environmentId }) => environment(environmentId, fieldChanged('archived', 'true')),
};
