import {
  type Audited,
  type AuditedChange,
  type AuditedEvents,
  fieldChanged,
  fieldsSet,
} from '../auditEntries/auditedChange.ts';

function pool(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `runnerPool-${id}`, changes };
}

export const auditedRunnerPoolChanges: AuditedEvents = {
  RunnerPoolCreated: ({ runnerPoolId, ...fields }) => pool(runnerPoolId, ...fieldsSet(fields)),
  RunnerPoolRenamed: ({ runnerPoolId, name }) => pool(runnerPoolId, fieldChanged('name', name)),
  RunnerPoolTypeChanged: ({ runnerPoolId, runnerType }) => pool(runnerPoolId, fieldChanged('runnerType', runnerType)),
  RunnerPoolMaximumChanged: ({ runnerPoolId, maxRunners }) =>
    pool(runnerPoolId, fieldChanged('maxRunners', maxRunners)),
  RunnerPoolArchived: ({ runnerPoolId }) => pool(runnerPoolId, fieldChanged('archived', true)),
};
