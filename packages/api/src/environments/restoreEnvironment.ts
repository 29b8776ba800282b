import { changeNamed, findNamed, namedThings, ownNamed, restoredVariables, versionOf } from '@assay/application';
import { environmentCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const restoreEnvironment = route(
  environmentCalls.restoreEnvironment,
  async ({ api, params: { id }, body: { revision, reason }, caller: { accountId }, context, expectedRevision }) => {
    await ownNamed(api, namedThings.environment, accountId, id);
    const version = await versionOf(api.eventLog, namedThings.environment, id, Number(revision));
    if (!version) throw new DomainError('environment.versionNotFound');
    const { name, url, pipelineStageId, maximumParallelTestRuns, variables } = version;
    const stage = pipelineStageId && (await findNamed(api, namedThings.pipelineStage, accountId, pipelineStageId));
    const command = {
      type: 'changeEnvironment' as const,
      name,
      url,
      // A stage that is gone since then is not brought back with it.
      pipelineStageId: stage ? pipelineStageId : null,
      maximumParallelTestRuns,
      variables: await restoredVariables(api.eventLog, `environment-${id}`, variables),
      restored: { revision: Number(revision), reason },
    };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.environment, id, command, seen));
  },
);
