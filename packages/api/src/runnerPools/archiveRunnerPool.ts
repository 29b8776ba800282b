import { runnerPoolCalls } from '@assay/contract';
import { type RunnerPoolCommand, runnerPoolDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { releaseName } from '../reservations/reserveNames.ts';
import { isPoolInUse } from './isPoolInUse.ts';
import { runnerPoolNameOf } from './runnerPoolNames.ts';

export const archiveRunnerPool = route(
  runnerPoolCalls.archiveRunnerPool,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    const stream = `runnerPool-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'runnerPool.notFound');
    const inUse = await isPoolInUse(api, caller.models, id);
    const result = await api.eventLog.handle(
      runnerPoolDecider,
      id,
      // Archived before, but perhaps not to the end: its name is released below in any case.
      (state): RunnerPoolCommand | null => (state.status === 'archived' ? null : { type: 'archiveRunnerPool', inUse }),
      { ...context, expectedRevision },
    );
    const { state } = await api.eventLog.load(runnerPoolDecider, id);
    if (state.status === 'archived') {
      await releaseName(api, runnerPoolNameOf(caller.accountId, state.name), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
