import { PipelineStageView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';
import { PipelineStageParams } from './pipelineStageParams.ts';

export const getPipelineStage = route({
  method: 'GET',
  url: '/pipeline-stages/:id',
  summary: 'One pipeline stage; the ETag is its revision',
  permission: 'pipelineStage.read',
  params: PipelineStageParams,
  answer: PipelineStageView,
  handle: async ({ api, caller, params: { id } }) => {
    const stage = await caller.models.pipelineStage(id);
    if (!stage) throw new DomainError('pipelineStage.notFound');
    return { ...stage, variables: await shownVariables(api, stage.variables) };
  },
});
