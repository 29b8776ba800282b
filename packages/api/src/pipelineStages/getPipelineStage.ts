import { pipelineStageCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';

export const getPipelineStage = route(pipelineStageCalls.getPipelineStage, async ({ api, caller, params: { id } }) => {
  const stage = await caller.models.pipelineStage(id);
  if (!stage) throw new DomainError('pipelineStage.notFound');
  return { ...stage, variables: await shownVariables(api, stage.variables, caller) };
});
