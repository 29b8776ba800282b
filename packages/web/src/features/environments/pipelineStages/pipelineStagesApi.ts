import { pipelineStageCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const pipelineStagesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listPipelineStages: build.query(readOf(pipelineStageCalls.listPipelineStages)),
    createPipelineStage: build.mutation(changeOf(pipelineStageCalls.createPipelineStage)),
    changePipelineStage: build.mutation(changeOf(pipelineStageCalls.changePipelineStage)),
    listPipelineStageAudits: build.query(readOf(pipelineStageCalls.listPipelineStageAudits)),
    restorePipelineStage: build.mutation(changeOf(pipelineStageCalls.restorePipelineStage)),
    archivePipelineStage: build.mutation(changeOf(pipelineStageCalls.archivePipelineStage)),
  }),
});

export const {
  useListPipelineStagesQuery,
  useCreatePipelineStageMutation,
  useChangePipelineStageMutation,
  useListPipelineStageAuditsQuery,
  useRestorePipelineStageMutation,
  useArchivePipelineStageMutation,
} = pipelineStagesApi;
