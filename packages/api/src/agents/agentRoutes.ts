import { type AgentTokenId, agentCalls } from '@assay/contract';
import { agentTokenDecider } from '@assay/domain';
import { type Route, route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';
import { withIdleReasons } from '../waiting/withIdleReasons.ts';

const listAgents = route(agentCalls.listAgents, async ({ api: { operations }, caller }) => {
  const [agents, sightings] = await Promise.all([
    withIdleReasons({ ...caller, workQueue: operations.workQueue }),
    operations.agentPresence.list(),
  ]);
  const seen = new Map(sightings.map((sighting) => [sighting.agentId, sighting]));
  return agents.map((agent) => {
    const sighting = seen.get(agent.id);
    if (!sighting) return agent;
    const lastSeenAt = sighting.lastSeenAt.toISOString();
    return {
      ...agent,
      availableDiskSpace: sighting.availableDiskSpace,
      updatedAt: [lastSeenAt, agent.updatedAt].sort().at(-1) ?? lastSeenAt,
    };
  });
});

const listAgentTokens = route(agentCalls.listAgentTokens, ({ api: { operations }, caller }) =>
  operations.agentTokens.list(caller.accountId),
);

/** The fact comes first: no token works that the log does not know. */
const createAgentToken = route(agentCalls.createAgentToken, async ({ api, caller, body: { name }, newId, context }) => {
  await requireRoom(api, caller, 'agentTokens');
  const agentTokenId = newId<AgentTokenId>();
  const command = { type: 'createAgentToken' as const, agentTokenId, name };
  await api.eventLog.handle(agentTokenDecider, agentTokenId, command, context);
  return api.operations.agentTokens.create({ id: agentTokenId, name, accountId: caller.accountId });
});

/** The token stops working first; asking again records what is not recorded yet. */
const revokeAgentToken = route(
  agentCalls.revokeAgentToken,
  async ({ api: { operations, eventLog, owners }, caller: { accountId }, params: { id }, context }) => {
    const name = await operations.agentTokens.revoke(accountId, id);
    // Tokens from before they were recorded have no stream yet.
    if (name === null) await owners.requireOwn(`agentToken-${id}`, accountId, 'agentToken.notFound');
    const unrecorded = name === null ? null : { agentTokenId: id, name };
    await eventLog.handle(agentTokenDecider, id, { type: 'revokeAgentToken', unrecorded }, context);
    return null;
  },
);

export const agentRoutes: readonly Route[] = [listAgents, listAgentTokens, createAgentToken, revokeAgentToken];
