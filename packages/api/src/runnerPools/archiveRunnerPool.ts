import { archiveNamed, isPoolInUse, namedThings } from '@assay/application';
import { runnerPoolCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveRunnerPool = route(
  runnerPoolCalls.archiveRunnerPool,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    const { notFound } = namedThings.runnerPool;
    await api.owners.requireOwn(`runnerPool-${id}`, caller.accountId, notFound);
    const command = { type: 'archiveRunnerPool' as const, inUse: await isPoolInUse(api, caller, id) };
    const result = await archiveNamed(api, namedThings.runnerPool, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
