import type { EnvironmentId } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { accountOf, policy } from '../policy.ts';
import { runPools } from '../runPools.ts';

/** How long the read models may take to show the runs there are. */
const waitMs = 10_000;

type Moved = 'EnvironmentStageChanged' | 'PipelineStageRunnerPoolChanged';

async function environmentsOf(
  event: RecordedEvent & { type: Moved },
  { readModels }: AutomationDeps,
): Promise<EnvironmentId[]> {
  if (event.type === 'EnvironmentStageChanged') return [event.data.environmentId];
  return readModels.of(accountOf(event)).environmentsOfStage(event.data.pipelineStageId);
}

async function move(event: RecordedEvent & { type: Moved }, deps: AutomationDeps): Promise<void> {
  const { eventLog, operations, readModels } = deps;
  if (!(await readModels.waitFor(event.position, waitMs))) throw new Error('the read models are behind');
  const environments = new Set(await environmentsOf(event, deps));
  const runs = (await readModels.unfinishedRuns()).filter((run) => environments.has(run.environmentId));
  for (const { testRunId, environmentId } of runs) {
    await operations.workQueue.moveRun(testRunId, await runPools(eventLog, environmentId));
  }
  if (runs.length > 0) {
    await operations.changeFeed.publish([{ accountId: null, topic: 'work', ids: [], position: null }]);
  }
}

/** Runs that wait or are under way follow their environment to another stage, and their stage to other pools. */
export const moveRuns = policy({
  name: 'moveRuns',
  on: ['EnvironmentStageChanged', 'PipelineStageRunnerPoolChanged'],
  react: move,
});
