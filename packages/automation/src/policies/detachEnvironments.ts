import { type EnvironmentCommand, environmentDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

async function detach(
  event: RecordedEvent & { type: 'PipelineStageArchived' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  await awaitReadModels(readModels, event);
  const { pipelineStageId } = event.data;
  for (const environmentId of await readModels.of(accountOf(event)).environmentsOfStage(pipelineStageId)) {
    await eventLog.handle(
      environmentDecider,
      environmentId,
      // It may have moved to another stage in the meantime.
      (state): EnvironmentCommand | null =>
        state.status === 'active' && state.pipelineStageId === pipelineStageId
          ? { type: 'changeEnvironment', pipelineStageId: null }
          : null,
      reactingTo(event, 'detachEnvironments'),
    );
  }
}

/** Detaches the environments of an archived stage. */
export const detachEnvironments = policy({ name: 'detachEnvironments', on: ['PipelineStageArchived'], react: detach });
