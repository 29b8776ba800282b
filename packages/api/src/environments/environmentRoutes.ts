import {
  archiveNamed,
  changeNamed,
  createNamed,
  findNamed,
  InvalidFields,
  namedThings,
  ownNamed,
  refusedNamesOf,
  requireOwnStage,
  restoredVariables,
  versionOf,
} from '@assay/application';
import {
  type AccountId,
  changeableFieldsIn,
  type EnvironmentId,
  environmentCalls,
  environmentFields,
  messages,
  roomForVariables,
  sizeOfVariables,
  type VariableRequest,
  withInitialValues,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { Api } from '../api.ts';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';
import { shownVariables } from '../variables/shownVariables.ts';

/**
 * @param cloneOf the environment that a new one is made after
 * @returns the variables of the new one. Encrypted ones without a value have that of the other, which is never shown: what
 * is encrypted there stays encrypted.
 * @throws DomainError `environment.notFound`
 */
async function withClonedSecrets(
  api: Pick<Api, 'eventLog' | 'owners'>,
  accountId: AccountId,
  variables: readonly VariableRequest[],
  cloneOf: EnvironmentId | undefined,
): Promise<VariableRequest[]> {
  if (cloneOf === undefined) return [...variables];
  const { variables: stored } = await ownNamed(api, namedThings.environment, accountId, cloneOf);
  return variables.map((variable) => {
    const known = stored.get(variable.key);
    const isCloned = variable.encrypted && !variable.value && known?.encrypted;
    return isCloned ? { ...variable, value: known.value } : variable;
  });
}

/**
 * Refuses variables with which Windows starts no program, as the form asks before it saves them.
 * @param asked.saveAnyway whether they are wanted all the same
 * @throws InvalidFields of `variables`
 */
function requireFittingVariables(asked: { variables?: readonly VariableRequest[]; saveAnyway?: boolean }): void {
  const { variables = [], saveAnyway = false } = asked;
  if (saveAnyway || sizeOfVariables(variables) <= roomForVariables) return;
  throw new InvalidFields({ field: 'variables', message: messages.environmentTooLarge });
}

const listEnvironments = route(environmentCalls.listEnvironments, async ({ api, caller }) => {
  const environments = await caller.models.environments();
  return Promise.all(
    environments.map(async ({ view }) => ({ ...view, variables: await shownVariables(api, view.variables, caller) })),
  );
});

const createEnvironment = route(
  environmentCalls.createEnvironment,
  async ({ api, body, caller, context, errors, newId }) => {
    await requireRoom(api, caller, 'environments');
    const environmentId = newId<EnvironmentId>();
    const command = {
      type: 'createEnvironment' as const,
      environmentId,
      ...withInitialValues(environmentFields, body),
      variables: await withClonedSecrets(api, caller.accountId, body.variables ?? [], body.cloneOf),
    };
    const result = await createNamed(api, namedThings.environment, environmentId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller: { accountId } }) => [
      async () => requireFittingVariables(body),
      () => requireOwnStage(api, accountId, body.pipelineStageId),
    ],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.environment, accountId, id: null, fields: body }),
  },
);

const changeEnvironment = route(
  environmentCalls.changeEnvironment,
  async ({ api, params: { id }, body, context, errors, expectedRevision }) => {
    const { saveAnyway: _asked, ...changes } = body;
    const command = { type: 'changeEnvironment' as const, ...changes };
    const seen = { ...context, expectedRevision };
    const result = await changeNamed(api, namedThings.environment, id, command, seen, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, params: { id }, body, caller: { accountId } }) => [
      () => ownNamed(api, namedThings.environment, accountId, id),
      async () => requireFittingVariables(body),
      () => requireOwnStage(api, accountId, body.pipelineStageId),
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.environment,
        accountId,
        id,
        fields: body,
      }),
  },
);

const archiveEnvironment = route(
  environmentCalls.archiveEnvironment,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveEnvironment' as const };
    const result = await archiveNamed(api, namedThings.environment, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const listEnvironmentAudits = route(environmentCalls.listEnvironmentAudits, ({ api, params: { id }, caller }) =>
  auditTrailOf(api, caller, 'environment', id),
);

const restoreEnvironment = route(
  environmentCalls.restoreEnvironment,
  async ({ api, params: { id }, body: { revision, reason }, caller: { accountId }, context, expectedRevision }) => {
    await ownNamed(api, namedThings.environment, accountId, id);
    const version = await versionOf(api.eventLog, namedThings.environment, id, Number(revision));
    if (!version) throw new DomainError('environment.versionNotFound');
    const { pipelineStageId, variables } = version;
    const stage = pipelineStageId && (await findNamed(api, namedThings.pipelineStage, accountId, pipelineStageId));
    const command = {
      type: 'changeEnvironment' as const,
      ...changeableFieldsIn(environmentFields, version),
      // A stage that is gone since then is not brought back with it.
      pipelineStageId: stage ? pipelineStageId : null,
      variables: await restoredVariables(api.eventLog, `environment-${id}`, variables),
      restored: { revision: Number(revision), reason },
    };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.environment, id, command, seen));
  },
);

export const environmentRoutes: readonly Route[] = [
  listEnvironments,
  createEnvironment,
  changeEnvironment,
  archiveEnvironment,
  listEnvironmentAudits,
  restoreEnvironment,
];
