import { pipelineStageCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';

export const listPipelineStages = route(pipelineStageCalls.listPipelineStages, async ({ api, caller }) => {
  const stages = await caller.models.pipelineStages();
  return Promise.all(
    stages.map(async (stage) => ({ ...stage, variables: await shownVariables(api, stage.variables, caller) })),
  );
});
