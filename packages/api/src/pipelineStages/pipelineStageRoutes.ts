import {
  archiveNamed,
  changeNamed,
  createNamed,
  findNamed,
  namedThings,
  ownNamed,
  refusedNamesOf,
  requireOwnPools,
  restoredVariables,
  versionOf,
} from '@assay/application';
import {
  changeableFieldsIn,
  type PipelineStageId,
  pipelineStageCalls,
  pipelineStageFields,
  type RunnerPoolId,
  type RunnerType,
  withInitialValues,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { Api } from '../api.ts';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import type { CallerOf } from '../http/callers.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';

const listPipelineStages = route(pipelineStageCalls.listPipelineStages, async ({ api, caller }) => {
  const stages = await caller.models.pipelineStages();
  return Promise.all(
    stages.map(async (stage) => ({ ...stage, variables: await shownVariables(api, stage.variables, caller) })),
  );
});

/** @returns the number of existing stages, those that were made a moment ago among them */
async function lastPlace(api: Api, { accountId, models }: CallerOf<'pipelineStage.write'>): Promise<number> {
  await api.readModels.require({ scope: accountId });
  return (await models.pipelineStages()).length;
}

const createPipelineStage = route(
  pipelineStageCalls.createPipelineStage,
  async ({ api, body, caller, context, errors, newId }) => {
    const pipelineStageId = newId<PipelineStageId>();
    const command = {
      type: 'createPipelineStage' as const,
      pipelineStageId,
      ...withInitialValues(pipelineStageFields, body),
      priority: body.priority ?? (await lastPlace(api, caller)),
      variables: body.variables ?? [],
    };
    const result = await createNamed(api, namedThings.pipelineStage, pipelineStageId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller: { accountId } }) => [() => requireOwnPools(api, accountId, body)],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.pipelineStage,
        accountId,
        id: null,
        fields: body,
      }),
  },
);

const getPipelineStage = route(pipelineStageCalls.getPipelineStage, async ({ api, caller, params: { id } }) => {
  const stage = await caller.models.pipelineStage(id);
  if (!stage) throw new DomainError('pipelineStage.notFound');
  return { ...stage, variables: await shownVariables(api, stage.variables, caller) };
});

const changePipelineStage = route(
  pipelineStageCalls.changePipelineStage,
  async ({ api, params: { id }, body, context, errors, expectedRevision }) => {
    const command = { type: 'changePipelineStage' as const, ...body };
    const seen = { ...context, expectedRevision };
    const result = await changeNamed(api, namedThings.pipelineStage, id, command, seen, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, params: { id }, body, caller: { accountId } }) => [
      () => ownNamed(api, namedThings.pipelineStage, accountId, id),
      () => requireOwnPools(api, accountId, body),
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.pipelineStage,
        accountId,
        id,
        fields: body,
      }),
  },
);

const archivePipelineStage = route(
  pipelineStageCalls.archivePipelineStage,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archivePipelineStage' as const };
    const result = await archiveNamed(api, namedThings.pipelineStage, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const listPipelineStageAudits = route(pipelineStageCalls.listPipelineStageAudits, ({ api, params: { id }, caller }) =>
  auditTrailOf(api, caller, 'pipelineStage', id),
);

const restorePipelineStage = route(
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
    const command = {
      type: 'changePipelineStage' as const,
      ...changeableFieldsIn(pipelineStageFields, version),
      linuxRunnerPoolId: await stillThere(version.linuxRunnerPoolId, 'LINUX'),
      windowsRunnerPoolId: await stillThere(version.windowsRunnerPoolId, 'WINDOWS'),
      variables: await restoredVariables(api.eventLog, `pipelineStage-${id}`, version.variables),
      restored: { revision: Number(revision), reason },
    };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.pipelineStage, id, command, seen));
  },
);

export const pipelineStageRoutes: readonly Route[] = [
  listPipelineStages,
  createPipelineStage,
  getPipelineStage,
  changePipelineStage,
  archivePipelineStage,
  listPipelineStageAudits,
  restorePipelineStage,
];
