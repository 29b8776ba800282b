import type { PipelineStageId, RunnerPoolId, RunnerType } from '@assay/contract';
import { type PipelineStageCommand, pipelineStageDecider, runnerPoolDecider } from '@assay/domain';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { accountOf, policy, reactingTo } from '../policy.ts';

/** How long the read models may take to show every stage of the pool. */
const waitMs = 10_000;

async function serves({ load }: EventLog, pool: RunnerPoolId | null, runnerType: RunnerType): Promise<boolean> {
  if (pool === null) return true;
  const { state } = await load(runnerPoolDecider, pool);
  return state.status === 'active' && state.runnerType === runnerType;
}

async function leave(event: RecordedEvent, { eventLog }: AutomationDeps, stage: PipelineStageId): Promise<void> {
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
      // It may have been given another one meanwhile.
      (current): PipelineStageCommand | null =>
        current.status === 'active' && current[field] === unfit ? { type: 'changePipelineStage', [field]: null } : null,
      reactingTo(event, 'leavePools'),
    );
  }
}

/**
 * A pool that a stage names is neither archived nor given another type, which whoever asks for it looks up before; a
 * stage that takes the pool in that very moment is not seen. Whichever comes later in the log finds it here: no stage
 * goes on naming a pool that cannot serve it.
 */
export const leavePools = policy({
  name: 'leavePools',
  on: ['PipelineStageCreated', 'PipelineStageRunnerPoolChanged', 'RunnerPoolArchived', 'RunnerPoolTypeChanged'],
  react: async (event, deps) => {
    switch (event.type) {
      case 'PipelineStageCreated':
      case 'PipelineStageRunnerPoolChanged':
        return leave(event, deps, event.data.pipelineStageId);
      default: {
        if (!(await deps.readModels.waitFor(event.position, waitMs))) throw new Error('the read models are behind');
        const stages = await deps.readModels.of(accountOf(event)).stagesOfPool(event.data.runnerPoolId);
        for (const { id } of stages) await leave(event, deps, id);
      }
    }
  },
});
