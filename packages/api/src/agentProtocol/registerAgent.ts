import { AgentId, RegisterAgentRequest } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { isPoolName } from '../runnerPools/poolsOfAgent.ts';

export const registerAgent = route({
  method: 'POST',
  url: '/agents/register',
  summary: 'An agent offers its places, for the first time or again',
  permission: 'agent',
  body: RegisterAgentRequest,
  answer: Type.Object({ agentId: AgentId }),
  handle: async ({ api, caller, body, context }) => {
    const { agentId } = body;
    const { operations, owners, eventLog } = api;
    const owner = await owners.ownerOf(`agent-${agentId}`);
    const othersAccount = owner !== undefined && owner !== caller.accountId;
    if (othersAccount || !(await operations.agentIdentities.take(agentId, caller.tokenId))) {
      throw new DomainError('agent.notFound');
    }
    if (body.pool && !(await isPoolName(api, caller.accountId, body.pool))) throw new DomainError('agent.poolUnknown');
    await eventLog.handle(
      agentDecider,
      agentId,
      { type: 'registerAgent', facts: { ...body, pool: body.pool ?? null } },
      context,
    );
    await operations.agentPresence.seen(agentId, { accountId: caller.accountId, availableDiskSpace: null });
    return { agentId };
  },
});
