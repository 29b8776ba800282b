import { limits, type PipelineStageId } from '@assay/contract';
import { pipelineStageDecider } from '@assay/domain';
import type { Application } from '../application.ts';

/** @returns the priority of a run that asks for none: that of its environment's stage, and 1 where there is no stage. */
export async function stagePriority(
  { eventLog }: Pick<Application, 'eventLog'>,
  { pipelineStageId }: { pipelineStageId: PipelineStageId | null },
): Promise<number> {
  if (pipelineStageId === null) return limits.priority.default;
  const { state } = await eventLog.load(pipelineStageDecider, pipelineStageId);
  return state.status === 'active' ? state.testRunPriority : limits.priority.default;
}
