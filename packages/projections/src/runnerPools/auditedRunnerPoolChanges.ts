import { runnerPoolFields } from '@assay/contract';
import {
  type Audited,
  type AuditedChange,
  type AuditedEvents,
  auditedFields,
  fieldChanged,
  fieldsSet,
} from '../auditEntries/auditedChange.ts';

function pool(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `runnerPool-${id}`, changes };
}

export const auditedRunnerPoolChanges: AuditedEvents = {
  RunnerPoolCreated: ({ runnerPoolId, ...fields }) => pool(runnerPoolId, ...fieldsSet(fields)),
  ...auditedFields(runnerPoolFields, 'runnerPoolId', pool),
  RunnerPoolArchived: ({ runnerPoolId }) => pool(runnerPoolId, fieldChanged('archived', true)),
};
