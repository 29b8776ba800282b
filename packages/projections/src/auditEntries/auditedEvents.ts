// Made by `npm run generate` from the files that it lists.

import { auditedEnvironmentChanges } from '../environments/auditedEnvironmentChanges.ts';
import { auditedPipelineStageChanges } from '../pipelineStages/auditedPipelineStageChanges.ts';
import { auditedProjectChanges } from '../projects/auditedProjectChanges.ts';
import { auditedRunnerPoolChanges } from '../runnerPools/auditedRunnerPoolChanges.ts';
import { auditedTriggerChanges } from '../triggers/auditedTriggerChanges.ts';
import type { AuditedEvents } from './auditedChange.ts';

/** Everything that has an audit trail. */
export const auditedEvents: AuditedEvents = {
  ...auditedEnvironmentChanges,
  ...auditedPipelineStageChanges,
  ...auditedProjectChanges,
  ...auditedRunnerPoolChanges,
  ...auditedTriggerChanges,
};
