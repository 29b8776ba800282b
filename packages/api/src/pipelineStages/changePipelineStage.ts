import { pipelineStageCalls } from '@assay/contract';
import { DomainError, pipelineStageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { pipelineStageNameOf } from './pipelineStageNames.ts';
import { requireOwnPools } from './requireOwnPools.ts';

export const changePipelineStage = route(
  pipelineStageCalls.changePipelineStage,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const stream = `pipelineStage-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'pipelineStage.notFound');
    const { state } = await api.eventLog.load(pipelineStageDecider, id);
    if (state.status !== 'active') throw new DomainError('pipelineStage.notFound');
    await requireOwnPools(api, caller.accountId, body);
    const change = () =>
      api.eventLog.handle(
        pipelineStageDecider,
        id,
        { type: 'changePipelineStage', ...body },
        { ...context, expectedRevision },
      );

    const { name } = body;
    if (name === undefined || isSameName(name, state.name)) return commandAnswer(api.eventLog, await change());
    const reserved = [pipelineStageNameOf(caller.accountId, name)];
    const result = await withReservedNames(api, reserved, stream, context, change);
    for (const event of result.events) {
      if (event.type !== 'PipelineStageRenamed') continue;
      await releaseName(api, pipelineStageNameOf(caller.accountId, event.data.from), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
