import { runnerPoolCalls } from '@assay/contract';
import { DomainError, runnerPoolDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { isPoolInUse } from './isPoolInUse.ts';
import { requirePoolSize } from './requirePoolSize.ts';
import { runnerPoolNameOf } from './runnerPoolNames.ts';

export const changeRunnerPool = route(
  runnerPoolCalls.changeRunnerPool,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const stream = `runnerPool-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'runnerPool.notFound');
    const { state } = await api.eventLog.load(runnerPoolDecider, id);
    if (state.status !== 'active') throw new DomainError('runnerPool.notFound');
    const { name, runnerType = state.runnerType, maxRunners = state.maxRunners } = body;
    // A pool that was larger before the account's maximum was lowered may still be renamed.
    const isSized = body.runnerType !== undefined || body.maxRunners !== undefined;
    if (isSized) requirePoolSize(await caller.models.account(), { runnerType, maxRunners });
    const inUse = runnerType !== state.runnerType && (await isPoolInUse(api, caller.models, id));
    const change = () =>
      api.eventLog.handle(
        runnerPoolDecider,
        id,
        { type: 'changeRunnerPool', inUse, ...body },
        { ...context, expectedRevision },
      );

    if (name === undefined || isSameName(name, state.name)) return commandAnswer(api.eventLog, await change());
    const reserved = [runnerPoolNameOf(caller.accountId, name)];
    const result = await withReservedNames(api, reserved, stream, context, change);
    for (const event of result.events) {
      if (event.type !== 'RunnerPoolRenamed') continue;
      await releaseName(api, runnerPoolNameOf(caller.accountId, event.data.from), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
