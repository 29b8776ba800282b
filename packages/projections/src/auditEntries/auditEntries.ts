import type { AccountId } from '@assay/contract';
import type { Actor, RecordedEvent } from '@assay/event-log';
import { accountOf, type Projection, type ReadModelDocument } from '../projection.ts';

/**
 * `variable`: the value is as it stands in the log, to be decrypted by whoever shows it. `encrypted`: the variable is
 * shown to nobody, and its value is not kept here.
 */
export type AuditedChange = { field: string; value: string | null; kind: 'plain' | 'variable' | 'encrypted' };

export type AuditEntryDocument = ReadModelDocument & {
  accountId: AccountId;
  /** What was changed: `environment-<id>`, `pipelineStage-<id>`. */
  subject: string;
  time: string;
  actor: Actor;
  /** In the order of the form. */
  changes: AuditedChange[];
};

type Audited = { subject: string; changes: AuditedChange[] };

const changed = (field: string, value: string | number | null): AuditedChange => ({
  ...{ field, value: value === null ? null : String(value), kind: 'plain' },
});

/** Each field of a new thing that is not empty. */
const all = (fields: Record<string, string | number | null>): AuditedChange[] =>
  Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : changed(field, value)));

function variableSet({ key, value, encrypted }: { key: string; value: string; encrypted: boolean }): AuditedChange[] {
  const field = `variables.${key}`;
  return [encrypted ? { field, value: null, kind: 'encrypted' } : { field, value, kind: 'variable' }];
}

/** What an event changes in something that has an audit trail; null for any other event. */
function auditedBy(event: RecordedEvent): Audited | null {
  const environment = (id: string, ...changes: AuditedChange[]) => ({ subject: `environment-${id}`, changes });
  const stage = (id: string, ...changes: AuditedChange[]) => ({ subject: `pipelineStage-${id}`, changes });
  switch (event.type) {
    case 'EnvironmentCreated': {
      const { environmentId, ...fields } = event.data;
      return environment(environmentId, ...all(fields));
    }
    case 'EnvironmentRenamed':
      return environment(event.data.environmentId, changed('name', event.data.name));
    case 'EnvironmentUrlChanged':
      return environment(event.data.environmentId, changed('url', event.data.url));
    case 'EnvironmentStageChanged':
      return environment(event.data.environmentId, changed('pipelineStageId', event.data.pipelineStageId));
    case 'EnvironmentRunLimitChanged': {
      const { environmentId, maximumParallelTestRuns } = event.data;
      return environment(environmentId, changed('maximumParallelTestRuns', maximumParallelTestRuns));
    }
    case 'EnvironmentVariableSet':
      return environment(event.data.environmentId, ...variableSet(event.data));
    case 'EnvironmentVariableRemoved':
      return environment(event.data.environmentId, changed(`variables.${event.data.key}`, null));
    case 'EnvironmentArchived':
      return environment(event.data.environmentId, changed('archived', 'true'));
    case 'PipelineStageCreated': {
      const { pipelineStageId, ...fields } = event.data;
      return stage(pipelineStageId, ...all(fields));
    }
    case 'PipelineStageRenamed':
      return stage(event.data.pipelineStageId, changed('name', event.data.name));
    case 'PipelineStagePriorityChanged':
      return stage(event.data.pipelineStageId, changed('priority', event.data.priority));
    case 'PipelineStageTestRunPriorityChanged':
      return stage(event.data.pipelineStageId, changed('testRunPriority', event.data.testRunPriority));
    case 'PipelineStageRunnerPoolChanged': {
      const { pipelineStageId, runnerType, runnerPoolId } = event.data;
      const field = runnerType === 'WINDOWS' ? 'windowsRunnerPoolId' : 'linuxRunnerPoolId';
      return stage(pipelineStageId, changed(field, runnerPoolId));
    }
    case 'PipelineStageVariableSet':
      return stage(event.data.pipelineStageId, ...variableSet(event.data));
    case 'PipelineStageVariableRemoved':
      return stage(event.data.pipelineStageId, changed(`variables.${event.data.key}`, null));
    case 'PipelineStageArchived':
      return stage(event.data.pipelineStageId, changed('archived', 'true'));
    default:
      return null;
  }
}

/** Who changed what of environments and pipeline stages: a document for each event that did. */
export const auditEntries: Projection<AuditEntryDocument> = {
  name: 'auditEntries',
  version: 1,
  indexes: [{ accountId: 1, subject: 1, position: -1 }],
  idsOf: (event) => (auditedBy(event) ? [event.id] : []),
  evolve: (document, event) => {
    const audited = auditedBy(event);
    if (!audited) return document;
    const { actor, occurredAt: time } = event.envelope;
    return { accountId: accountOf(event), ...audited, time, actor };
  },
  topicsOf: () => [],
};
