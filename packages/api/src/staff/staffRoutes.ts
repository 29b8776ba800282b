import { type AgentId, limits, planOf, roleTypeOf, staffCalls, type UserRoleId } from '@assay/contract';
import { accountDecider, agentDecider, DomainError, reactionDecider, userRolesDecider } from '@assay/domain';
import { noteStaffRead } from '../accessLog/noteVisit.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Received, type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

const getStaffRight = route(staffCalls.getStaffRight, async ({ api, caller }) => ({
  employee: await api.readModels.isStaff(caller.userId),
}));

const listStaffAgents = route(staffCalls.listStaffAgents, async ({ api: { readModels, operations } }) => {
  const [agents, sightings] = await Promise.all([readModels.allAgents(), operations.agentPresence.list()]);
  const seen = new Map(sightings.map((sighting) => [sighting.agentId, sighting]));
  return Promise.all(
    agents.map(async (agent) => {
      const { availableDiskSpace = null, diskSize = null } = seen.get(agent.id) ?? {};
      const currentRunners = (await operations.workQueue.claimedBy(agent.id)).length;
      const data = { availableDiskSpace, diskSize, currentRunners };
      return { ...agent, availableDiskSpace, serverId: agent.name, cluster: agent.pool, data };
    }),
  );
});

const stopAgent = route(staffCalls.stopAgent, async ({ api, params: { id }, query, context }) => {
  const accountId = await api.owners.ownerOf(`agent-${id}`);
  if (accountId === undefined) throw new DomainError('agent.notFound');
  const command = { type: 'stopAgent' as const, staffReason: query.reason };
  const result = await api.eventLog.handle(agentDecider, id, command, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});

const replaceAgent = route(staffCalls.replaceAgent, async ({ api, params: { id }, body, context, newId }) => {
  const accountId = await api.owners.ownerOf(`agent-${id}`);
  if (accountId === undefined) throw new DomainError('agent.notFound');
  const command = { type: 'replaceAgent' as const, replacedById: newId<AgentId>(), staffReason: body.reason };
  const result = await api.eventLog.handle(agentDecider, id, command, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});

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

const getStaffAccount = route(staffCalls.getStaffAccount, async ({ api: { readModels }, params: { id } }) => {
  const account = await readModels.staffAccount(id);
  if (!account) throw new DomainError('account.notFound');
  return account;
});

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
  listStaffPeople,
  listStaffAccounts,
  getStaffAccount,
  getCustomerId,
  compareFingerprints,
  changeAccountPlan,
  takeStaffRole,
  dropOwnRole,
  dropOwnRoleByQuery,
  listSetAsideReactions,
  retrySetAsideReaction,
];
