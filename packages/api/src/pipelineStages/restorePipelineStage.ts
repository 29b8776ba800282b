import { changeNamed, findNamed, namedThings, ownNamed, restoredVariables, versionOf } from '@assay/application';
import { pipelineStageCalls, type RunnerPoolId, type RunnerType } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const restorePipelineStage = route(
  pipelineStageCalls.restorePipelineStage,
  async ({ api, params: { id }, body: { revision, reason }, caller: { accountId }, context, expectedRevision }) => {
    await ownNamed(api, namedThings.pipelineStage, accountId, id);
    const version = await versionOf(api.eventLog, namedThings.pipelineStage, id, Number(revision));
    if (!version) throw new DomainError('pipelineStage.versionNotFound');
    // A pool that is gone since then, or of another type, is not brought back with it.
    const stillThere = async (poolId: RunnerPoolId | null, type: RunnerType) => {
      const pool = poolId && (await findNamed(api, namedThings.runnerPool, accountId, poolId));
      return pool && pool.runnerType === type ? poolId : null;
    };
    const { name, priority, testRunPriority, variables } = version;
    const command = {
      type: 'changePipelineStage' as const,
      name,
      priority,
      testRunPriority,
      linuxRunnerPoolId: await stillThere(version.linuxRunnerPoolId, 'LINUX'),
      windowsRunnerPoolId: await stillThere(version.windowsRunnerPoolId, 'WINDOWS'),
      variables: await restoredVariables(api.eventLog, `pipelineStage-${id}`, variables),
      restored: { revision: Number(revision), reason },
    };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.pipelineStage, id, command, seen));
  },
);
