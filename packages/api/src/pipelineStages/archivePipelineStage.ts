import { pipelineStageCalls } from '@assay/contract';
import { type PipelineStageCommand, pipelineStageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { releaseName } from '../reservations/reserveNames.ts';
import { pipelineStageNameOf } from './pipelineStageNames.ts';

export const archivePipelineStage = route(
  pipelineStageCalls.archivePipelineStage,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    const stream = `pipelineStage-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'pipelineStage.notFound');
    const result = await api.eventLog.handle(
      pipelineStageDecider,
      id,
      // Archived before, but perhaps not to the end: its name is released below in any case.
      (state): PipelineStageCommand | null => (state.status === 'archived' ? null : { type: 'archivePipelineStage' }),
      { ...context, expectedRevision },
    );
    const { state } = await api.eventLog.load(pipelineStageDecider, id);
    if (state.status === 'archived') {
      await releaseName(api, pipelineStageNameOf(caller.accountId, state.name), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
