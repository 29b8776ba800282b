import { PipelineStageView, topics } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';

export const listPipelineStages = route({
  method: 'GET',
  url: '/pipeline-stages',
  summary: 'The pipeline stages in use, in their order; values of encrypted variables are shown to nobody',
  permission: 'pipelineStage.read',
  answer: Type.Array(PipelineStageView),
  topics: [{ name: topics.pipelineStages }],
  handle: async ({ api, caller }) => {
    const stages = await caller.models.pipelineStages();
    return Promise.all(
      stages.map(async (stage) => ({ ...stage, variables: await shownVariables(api, stage.variables) })),
    );
  },
});
