import {
  type AgentId,
  type CommandAnswer,
  limits,
  planOf,
  roleTypeOf,
  staffCalls,
  type TestRunId,
  type TestRunnerId,
  type UserRoleId,
} from '@assay/contract';
import {
  accountDecider,
  agentDecider,
  DomainError,
  reactionDecider,
  testRunnerDecider,
  userRolesDecider,
} from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { noteStaffRead } from '../accessLog/noteVisit.ts';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Received, type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { testListResult } from '../testRuns/testListResult.ts';

/**
 * Removes a runner from its run. The automation takes back its work, and its agent learns of it at the next renewal.
 * @throws DomainError `testRunner.notFound` if it is not in the run, `testRunner.exited` if it has exited
 */
async function endTestRunner(
  { eventLog, owners }: Api,
  { testRunId, id }: { testRunId: TestRunId; id: TestRunnerId },
  reason: 'stopped' | 'replaced',
  context: AppendContext,
): Promise<CommandAnswer> {
  const accountId = await owners.ownerOf(`testRunner-${id}`);
  const { state } = await eventLog.load(testRunnerDecider, id);
  if (!accountId || state.status === 'none' || state.testRunId !== testRunId) {
    throw new DomainError('testRunner.notFound');
  }
  const command = { type: 'stopTestRunner' as const, reason };
  return commandAnswer(eventLog, await eventLog.handle(testRunnerDecider, id, command, { ...context, accountId }));
}

const getStaffRight = route(staffCalls.getStaffRight, async ({ api, caller }) => ({
  employee: await api.readModels.isStaff(caller.userId),
}));

const listStaffAgents = route(staffCalls.listStaffAgents, async ({ api: { readModels, operations } }) => {
  const [agents, sightings] = await Promise.all([readModels.allAgents(), operations.agentPresence.list()]);
  const seen = new Map(sightings.map((sighting) => [sighting.agentId, sighting]));
  return Promise.all(
    agents.map(async (agent) => {
      const availableDiskSpace = seen.get(agent.id)?.availableDiskSpace ?? null;
      const currentRunners = (await operations.workQueue.claimedBy(agent.id)).length;
      const data = { availableDiskSpace, currentRunners };
      return { ...agent, availableDiskSpace, serverId: agent.name, cluster: agent.pool, data };
    }),
  );
});

const stopAgent = route(staffCalls.stopAgent, async ({ api, params: { id }, context }) => {
  const accountId = await api.owners.ownerOf(`agent-${id}`);
  if (accountId === undefined) throw new DomainError('agent.notFound');
  const result = await api.eventLog.handle(agentDecider, id, { type: 'stopAgent' }, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});

const replaceAgent = route(staffCalls.replaceAgent, async ({ api, params: { id }, context, newId }) => {
  const accountId = await api.owners.ownerOf(`agent-${id}`);
  if (accountId === undefined) throw new DomainError('agent.notFound');
  const command = { type: 'replaceAgent' as const, replacedById: newId<AgentId>() };
  const result = await api.eventLog.handle(agentDecider, id, command, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});

const listStaffRunners = route(staffCalls.listStaffRunners, async ({ api, caller, params: { id }, request }) => {
  const accountId = await api.owners.ownerOf(`testRun-${id}`);
  if (accountId) await noteStaffRead(api, request, { userId: caller.userId, accountId, about: id });
  const runners = accountId ? await api.readModels.of(accountId).testRunners(id) : null;
  if (!runners) throw new DomainError('testRun.notFound');
  return runners;
});

const getStaffTestListResult = route(
  staffCalls.getStaffTestListResult,
  async ({ api, caller, params: { id }, query, request }) => {
    const accountId = await api.owners.ownerOf(`testRun-${id}`);
    if (accountId) await noteStaffRead(api, request, { userId: caller.userId, accountId, about: id });
    return testListResult(api, accountId ? api.readModels.of(accountId) : null, id, query);
  },
);

/** Failures that are compared where the request names no number. */
const comparedFailures = 10_000;

const getCustomerId = route(staffCalls.getCustomerId, async ({ api, caller, params: { id: accountId }, request }) => {
  const { state } = await api.eventLog.load(accountDecider, accountId);
  if (!state.exists) throw new DomainError('account.notFound');
  await noteStaffRead(api, request, { userId: caller.userId, accountId, about: 'customer-id' });
  return { customerId: state.billing.customerId };
});

const compareFingerprints = route(
  staffCalls.compareFingerprints,
  async ({ api, caller, params: { id: accountId }, query, request }) => {
    const { state } = await api.eventLog.load(accountDecider, accountId);
    if (!state.exists) throw new DomainError('account.notFound');
    await noteStaffRead(api, request, { userId: caller.userId, accountId, about: 'fingerprints' });
    const { from = 1, to = 2, failures: mostFailures = comparedFailures } = query;
    return api.readModels.of(accountId).pastFingerprints({ from, to, mostFailures });
  },
);

const stopTestRunner = route(staffCalls.stopTestRunner, ({ api, params, context }) =>
  endTestRunner(api, params, 'stopped', context),
);

const replaceTestRunner = route(staffCalls.replaceTestRunner, ({ api, params, context }) =>
  endTestRunner(api, params, 'replaced', context),
);

/** Names and addresses of other accounts: that staff looked is in the security log, what for is not. */
const listStaffPeople = route(
  staffCalls.listStaffPeople,
  ({ api, request, query: { search, offset = 0, limit = limits.maxPage } }) => {
    logSecurity(api.config.securityLog, request, 'peopleSearched');
    return api.readModels.staffPeople({ search, offset, limit });
  },
);

const listStaffAccounts = route(
  staffCalls.listStaffAccounts,
  ({ api, query: { search = '', offset = 0, limit = limits.maxPage } }) =>
    api.readModels.staffAccounts({ search, offset, limit }),
);

const changeAccountPlan = route(
  staffCalls.changeAccountPlan,
  async ({ api: { eventLog }, params: { id: accountId }, body: { tier, legacyPlan = false }, context }) => {
    const command = { type: 'changePlan' as const, plan: planOf(tier, legacyPlan) };
    return commandAnswer(
      eventLog,
      await eventLog.handle(accountDecider, accountId, command, { ...context, accountId }),
    );
  },
);

const hourMs = 3_600_000;

/** The reason is in the access log of the account, and in a mail to each of its administrators. */
const takeStaffRole = route(
  staffCalls.takeStaffRole,
  async ({ api: { eventLog }, body, caller: { userId }, context, newId }) => {
    const { accountId, reason } = body;
    const { state: account } = await eventLog.load(accountDecider, accountId);
    if (!account.exists) throw new DomainError('account.notFound');
    const roleType = roleTypeOf(body.roleType);
    const until = new Date(Date.parse(context.occurredAt) + limits.staffRoleHours * hourMs).toISOString();
    const ids = { userRoleId: newId<UserRoleId>(), userId, accountId };
    const command = { type: 'takeStaffRole' as const, ...ids, roleType, reason, until };
    const result = await eventLog.handle(userRolesDecider, accountId, command, { ...context, accountId });
    return commandAnswer(eventLog, { ...result, id: ids.userRoleId });
  },
);

type Dropping = Pick<Received<typeof staffCalls.dropOwnRole>, 'api' | 'caller' | 'context'>;

const dropOwnRole = route(staffCalls.dropOwnRole, async ({ params: { id }, ...received }) => drop(received, id));

const dropOwnRoleByQuery = route(staffCalls.dropOwnRoleByQuery, async ({ query: { id }, ...received }) =>
  drop(received, id),
);

/** @throws DomainError `userRole.notFound` for another user's role, `userRole.lastAdministrator` */
async function drop({ api: { eventLog, readModels }, caller: { userId }, context }: Dropping, userRoleId: UserRoleId) {
  const user = await readModels.user(userId);
  const role = user?.roles.find(({ id }) => id === userRoleId);
  if (!role) throw new DomainError('userRole.notFound');
  const { accountId } = role;
  const command = { type: 'removeUserRole' as const, userRoleId, accountId };
  const result = await eventLog.handle(userRolesDecider, accountId, command, { ...context, accountId });
  return commandAnswer(eventLog, { ...result, id: userRoleId });
}

const listSetAsideReactions = route(
  staffCalls.listSetAsideReactions,
  ({ api, query: { offset = 0, limit = limits.maxPage } }) => api.readModels.setAsideReactions({ offset, limit }),
);

const retrySetAsideReaction = route(staffCalls.retrySetAsideReaction, async ({ api, params: { id }, context }) => {
  const accountId = await api.owners.ownerOf(`reaction-${id}`);
  if (accountId === undefined) throw new DomainError('reaction.notFound');
  const result = await api.eventLog.handle(reactionDecider, id, { type: 'retryReaction' }, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});

/** What staff see and do, across all accounts. */
export const staffRoutes: readonly Route[] = [
  getStaffRight,
  listStaffAgents,
  stopAgent,
  replaceAgent,
  listStaffRunners,
  getStaffTestListResult,
  stopTestRunner,
  replaceTestRunner,
  listStaffPeople,
  listStaffAccounts,
  getCustomerId,
  compareFingerprints,
  changeAccountPlan,
  takeStaffRole,
  dropOwnRole,
  dropOwnRoleByQuery,
  listSetAsideReactions,
  retrySetAsideReaction,
];
