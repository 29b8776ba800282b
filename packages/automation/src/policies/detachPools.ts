import type { PipelineStageId, RunnerPoolId, RunnerType } from '@assay/contract';
import { type PipelineStageCommand, pipelineStageDecider, runnerPoolDecider } from '@assay/domain';
import { accountOf, type EventLog, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

async function serves({ load }: EventLog, pool: RunnerPoolId | null, runnerType: RunnerType): Promise<boolean> {
  if (pool === null) return true;
  const { state } = await load(runnerPoolDecider, pool);
  return state.status === 'active' && state.runnerType === runnerType;
}

async function detach(event: RecordedEvent, { eventLog }: AutomationDeps, stage: PipelineStageId): Promise<void> {
  const { state } = await eventLog.load(pipelineStageDecider, stage);
  if (state.status !== 'active') return;
  for (const [field, runnerType] of [
    ['linuxRunnerPoolId', 'LINUX'],
    ['windowsRunnerPoolId', 'WINDOWS'],
  ] as const) {
    const unfit = state[field];
    if (await serves(eventLog, unfit, runnerType)) continue;
    await eventLog.handle(
      pipelineStageDecider,
      stage,
      // It may have got another pool in the meantime.
      (current): PipelineStageCommand | null =>
        current.status === 'active' && current[field] === unfit ? { type: 'changePipelineStage', [field]: null } : null,
      reactingTo(event, 'detachPools'),
    );
  }
}

/**
 * A pool that a stage uses can neither be archived nor change its type; the api looks that up before it takes the command.
 * It cannot see a stage that takes the pool at the same moment. Whichever event comes second in the log brings us here,
 * so no stage keeps a pool that cannot serve it.
 */
export const detachPools = policy({
  name: 'detachPools',
  on: ['PipelineStageCreated', 'PipelineStageRunnerPoolChanged', 'RunnerPoolArchived', 'RunnerPoolTypeChanged'],
  react: async (event, deps) => {
    switch (event.type) {
      case 'PipelineStageCreated':
      case 'PipelineStageRunnerPoolChanged':
        return detach(event, deps, event.data.pipelineStageId);
      default: {
        await awaitReadModels(deps.readModels, event);
        const stages = await deps.readModels.of(accountOf(event)).stagesOfPool(event.data.runnerPoolId);
        for (const { id } of stages) await detach(event, deps, id);
      }
    }
  },
});
