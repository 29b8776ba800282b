import {
  archiveNamed,
  changeNamed,
  createNamed,
  isPoolInUse,
  namedThings,
  ownNamed,
  refusedNamesOf,
  requirePoolSize,
} from '@assay/application';
import { type RunnerPoolId, runnerPoolCalls, runnerTypes } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/** The machine types of pools and agents. They are fixed, so none is ever archived. */
const listRunnerConfigurations = route(runnerPoolCalls.listRunnerConfigurations, async () =>
  runnerTypes.map((type) => ({ id: type, key: type.toLowerCase(), archived: false })),
);

const listRunnerPools = route(runnerPoolCalls.listRunnerPools, ({ caller }) => caller.models.runnerPools());

const createRunnerPool = route(
  runnerPoolCalls.createRunnerPool,
  async ({ api, body, context, errors, newId }) => {
    const runnerPoolId = newId<RunnerPoolId>();
    const command = { type: 'createRunnerPool' as const, runnerPoolId, ...body };
    const result = await createNamed(api, namedThings.runnerPool, runnerPoolId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ body: { runnerType, maxRunners }, caller }) => [
      async () => {
        if (runnerType && maxRunners) requirePoolSize(await caller.models.account(), { runnerType, maxRunners });
      },
    ],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.runnerPool, accountId, id: null, fields: body }),
  },
);

const getRunnerPool = route(runnerPoolCalls.getRunnerPool, async ({ caller, params: { id } }) => {
  const pool = await caller.models.runnerPool(id);
  if (!pool) throw new DomainError('runnerPool.notFound');
  return pool;
});

const changeRunnerPool = route(
  runnerPoolCalls.changeRunnerPool,
  async ({ api, params: { id }, body, caller, context, errors, expectedRevision }) => {
    const pool = await ownNamed(api, namedThings.runnerPool, caller.accountId, id);
    const { runnerType = pool.runnerType } = body;
    const inUse = runnerType !== pool.runnerType && (await isPoolInUse(api, caller, id));
    const command = { type: 'changeRunnerPool' as const, inUse, ...body };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.runnerPool, id, command, seen, errors));
  },
  {
    checks: ({ api, params: { id }, body, caller }) => [
      async () => {
        const pool = await ownNamed(api, namedThings.runnerPool, caller.accountId, id);
        const { runnerType = pool.runnerType, maxRunners = pool.maxRunners } = body;
        // A pool that exceeds a since lowered maximum may still be renamed.
        const isSized = body.runnerType !== undefined || body.maxRunners !== undefined;
        if (isSized) requirePoolSize(await caller.models.account(), { runnerType, maxRunners });
      },
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.runnerPool,
        accountId,
        id,
        fields: body,
      }),
  },
);

const archiveRunnerPool = route(
  runnerPoolCalls.archiveRunnerPool,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    const { notFound } = namedThings.runnerPool;
    await api.owners.requireOwn(`runnerPool-${id}`, caller.accountId, notFound);
    const command = { type: 'archiveRunnerPool' as const, inUse: await isPoolInUse(api, caller, id) };
    const result = await archiveNamed(api, namedThings.runnerPool, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const listRunnerPoolAudits = route(runnerPoolCalls.listRunnerPoolAudits, ({ api, params: { id }, caller }) =>
  auditTrailOf(api, caller, 'runnerPool', id),
);

export const runnerPoolRoutes: readonly Route[] = [
  listRunnerConfigurations,
  listRunnerPools,
  createRunnerPool,
  getRunnerPool,
  changeRunnerPool,
  archiveRunnerPool,
  listRunnerPoolAudits,
];
