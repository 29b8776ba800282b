import { type EnvironmentCommand, environmentDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { accountOf, policy, reactingTo } from '../policy.ts';

/** How long the read models may take to show every environment of the stage. */
const waitMs = 10_000;

async function empty(
  event: RecordedEvent & { type: 'PipelineStageArchived' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  if (!(await readModels.waitFor(event.position, waitMs))) throw new Error('the read models are behind');
  const { pipelineStageId } = event.data;
  for (const environmentId of await readModels.of(accountOf(event)).environmentsOfStage(pipelineStageId)) {
    await eventLog.handle(
      environmentDecider,
      environmentId,
      // It may have gone to another stage meanwhile.
      (state): EnvironmentCommand | null =>
        state.status === 'active' && state.pipelineStageId === pipelineStageId
          ? { type: 'changeEnvironment', pipelineStageId: null }
          : null,
      reactingTo(event, 'emptyStage'),
    );
  }
}

/** Environments of a stage that is out of use belong to none. */
export const emptyStage = policy({ name: 'emptyStage', on: ['PipelineStageArchived'], react: empty });
