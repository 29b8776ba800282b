import type { DomainEvent } from '@assay/event-schemas';
import { auditedEnvironmentChanges } from '../environments/auditedEnvironmentChanges.ts';
import { auditedPipelineStageChanges } from '../pipelineStages/auditedPipelineStageChanges.ts';
import { auditedProjectChanges } from '../projects/auditedProjectChanges.ts';
import { auditedRunnerPoolChanges } from '../runnerPools/auditedRunnerPoolChanges.ts';
import { auditedTriggerChanges } from '../triggers/auditedTriggerChanges.ts';
import type { Audited, AuditedEvents } from './auditedChange.ts';

/** Everything that has an audit trail. */
const auditedEvents: AuditedEvents = {
  ...auditedEnvironmentChanges,
  ...auditedPipelineStageChanges,
  ...auditedProjectChanges,
  ...auditedRunnerPoolChanges,
  ...auditedTriggerChanges,
};

/** @returns what an event changes in something that has an audit trail; null for any other event */
export function auditedBy({ type, data }: DomainEvent): Audited | null {
  const changesOf = auditedEvents[type] as ((data: DomainEvent['data']) => Audited) | undefined;
  return changesOf?.(data) ?? null;
}
