import { limits, type PipelineStageId } from '@assay/contract';
import { pipelineStageDecider } from '@assay/domain';
import type { Application } from '../application.ts';

/** @returns the default priority of a run: that of its environment's stage, or 1 without a stage. */
export async function stagePriority(
  { eventLog }: Pick<Application, 'eventLog'>,
  { pipelineStageId }: { pipelineStageId: PipelineStageId | null },
): Promise<number> {
  if (pipelineStageId === null) return limits.priority.default;
  const { state } = await eventLog.load(pipelineStageDecider, pipelineStageId);
  return state.status === 'active' ? state.testRunPriority : limits.priority.default;
}
