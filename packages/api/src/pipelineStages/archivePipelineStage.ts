import { archiveNamed, namedThings } from '@assay/application';
import { pipelineStageCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archivePipelineStage = route(
  pipelineStageCalls.archivePipelineStage,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archivePipelineStage' as const };
    const result = await archiveNamed(api, namedThings.pipelineStage, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
