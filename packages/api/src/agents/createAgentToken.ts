import { type AgentTokenId, agentCalls } from '@assay/contract';
import { agentTokenDecider } from '@assay/domain';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

/** The fact comes first: no token works that the log does not know. */
export const createAgentToken = route(
  agentCalls.createAgentToken,
  async ({ api, caller, body: { name }, newId, context }) => {
    await requireRoom(api, caller, 'agentTokens');
    const agentTokenId = newId<AgentTokenId>();
    const command = { type: 'createAgentToken' as const, agentTokenId, name };
    await api.eventLog.handle(agentTokenDecider, agentTokenId, command, context);
    return api.operations.agentTokens.create({ id: agentTokenId, name, accountId: caller.accountId });
  },
);
