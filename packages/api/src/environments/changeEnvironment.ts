import { environmentCalls } from '@assay/contract';
import { DomainError, environmentDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireOwnStage } from '../pipelineStages/requireOwnStage.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { environmentNameOf } from './environmentNames.ts';

export const changeEnvironment = route(
  environmentCalls.changeEnvironment,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const stream = `environment-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'environment.notFound');
    await requireOwnStage(api, caller.accountId, body.pipelineStageId);
    const change = () =>
      api.eventLog.handle(
        environmentDecider,
        id,
        { type: 'changeEnvironment', ...body },
        { ...context, expectedRevision },
      );

    const { name } = body;
    const { state } = await api.eventLog.load(environmentDecider, id);
    if (state.status !== 'active') throw new DomainError('environment.notFound');
    if (name === undefined || isSameName(name, state.name)) return commandAnswer(api.eventLog, await change());

    const reserved = [environmentNameOf(caller.accountId, name)];
    const result = await withReservedNames(api, reserved, stream, context, change);
    for (const event of result.events) {
      if (event.type !== 'EnvironmentRenamed') continue;
      await releaseName(api, environmentNameOf(caller.accountId, event.data.from), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
