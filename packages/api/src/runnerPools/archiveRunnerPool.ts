import { CommandAnswer } from '@assay/contract';
import { type RunnerPoolCommand, runnerPoolDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { releaseName } from '../reservations/reserveNames.ts';
import { isPoolInUse } from './isPoolInUse.ts';
import { runnerPoolNameOf } from './runnerPoolNames.ts';
import { RunnerPoolParams } from './runnerPoolParams.ts';

export const archiveRunnerPool = route({
  method: 'DELETE',
  url: '/runner-pools/:id',
  summary: 'Take a runner pool out of use, which no pipeline stage names; its name is free again',
  permission: 'runnerPool.write',
  params: RunnerPoolParams,
  answer: CommandAnswer,
  handle: async ({ api, params: { id }, caller, context, expectedRevision }) => {
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
});
