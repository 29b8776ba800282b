import { runPools } from '@assay/application';
import type { EnvironmentId } from '@assay/contract';
import { environmentDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { policy } from '../policy.ts';

type Moved = 'EnvironmentStageChanged' | 'PipelineStageRunnerPoolChanged';

async function move(
  event: RecordedEvent & { type: Moved },
  { eventLog, operations, openRuns }: AutomationDeps,
): Promise<void> {
  async function isMoved(environmentId: EnvironmentId): Promise<boolean> {
    if (event.type === 'EnvironmentStageChanged') return event.data.environmentId === environmentId;
    const { state } = await eventLog.load(environmentDecider, environmentId);
    return state.status === 'active' && state.pipelineStageId === event.data.pipelineStageId;
  }

  await openRuns.upTo(event.position);
  const runs = openRuns.all().filter(({ accountId }) => accountId === event.envelope.accountId);
  let moved = 0;
  for (const environmentId of new Set(runs.map((run) => run.environmentId))) {
    if (!(await isMoved(environmentId))) continue;
    const pools = await runPools(eventLog, environmentId);
    for (const { testRunId } of runs.filter((run) => run.environmentId === environmentId)) {
      await operations.workQueue.moveRun(testRunId, pools);
      moved += 1;
    }
  }
  if (moved > 0) await operations.changeFeed.publish([{ accountId: null, topic: 'work', ids: [], position: null }]);
}

/** Queued and running runs follow their environment to its new stage, and their stage to its new pools. */
export const moveRuns = policy({
  name: 'moveRuns',
  on: ['EnvironmentStageChanged', 'PipelineStageRunnerPoolChanged'],
  react: move,
});
