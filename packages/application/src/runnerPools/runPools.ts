import type { EnvironmentId } from '@assay/contract';
import { environmentDecider, pipelineStageDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { noPools, type SeatPools } from '@assay/operations';

/** @returns the pools that now serve runs in an environment: those of its stage, if it has one. */
export async function runPools({ load }: EventLog, environmentId: EnvironmentId): Promise<SeatPools> {
  const { state: environment } = await load(environmentDecider, environmentId);
  if (environment.status !== 'active' || environment.pipelineStageId === null) return noPools;
  const { state: stage } = await load(pipelineStageDecider, environment.pipelineStageId);
  if (stage.status !== 'active') return noPools;
  return { linuxPoolId: stage.linuxRunnerPoolId, windowsPoolId: stage.windowsRunnerPoolId };
}
