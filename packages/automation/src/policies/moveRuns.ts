import type { EnvironmentId } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy } from '../policy.ts';
import { runPools } from '../runPools.ts';

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
  await awaitReadModels(readModels, event.position);
  const environments = new Set(await environmentsOf(event, deps));
  const runs = (await readModels.unfinishedRuns()).filter((run) => environments.has(run.environmentId));
  for (const { testRunId, environmentId } of runs) {
    await operations.workQueue.moveRun(testRunId, await runPools(eventLog, environmentId));
  }
  if (runs.length > 0) {
    await operations.changeFeed.publish([{ accountId: null, topic: 'work', ids: [], position: null }]);
  }
}

/** Runs that wait or are under way follow their environment to its new stage, and their stage to its new pools. */
export const moveRuns = policy({
  name: 'moveRuns',
  on: ['EnvironmentStageChanged', 'PipelineStageRunnerPoolChanged'],
  react: move,
});
