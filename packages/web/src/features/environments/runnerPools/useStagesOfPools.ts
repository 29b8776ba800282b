import type { PipelineStageView, RunnerPoolView } from '@assay/contract';
import { useListPipelineStagesQuery } from '../../../connection/serviceHooks.ts';

/** @returns a function from a pool to the pipeline stages that use it; none while unknown */
export function useStagesOfPools(): (pool: Pick<RunnerPoolView, 'id'> | null) => PipelineStageView[] {
  const { data: stages = [] } = useListPipelineStagesQuery();
  return (pool) =>
    stages.filter(
      ({ linuxRunnerPoolId, windowsRunnerPoolId }) =>
        pool !== null && (linuxRunnerPoolId === pool.id || windowsRunnerPoolId === pool.id),
    );
}
