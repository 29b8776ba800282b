import type { PipelineStageId, RunnerPoolId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findPipelineStages } from './findPipelineStages.ts';

export const pipelineStageReads = {
  pipelineStages: ({ collections, accountId }: AccountReader) => findPipelineStages(collections, accountId),
  pipelineStage: async ({ collections, accountId }: AccountReader, pipelineStageId: PipelineStageId) =>
    (await findPipelineStages(collections, accountId, { _id: pipelineStageId }))[0] ?? null,
  stagesOfPool: ({ collections, accountId }: AccountReader, runnerPoolId: RunnerPoolId) =>
    findPipelineStages(collections, accountId, {
      $or: [{ linuxRunnerPoolId: runnerPoolId }, { windowsRunnerPoolId: runnerPoolId }],
    }),
};
