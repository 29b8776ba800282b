import { AgentId, RegisterAgentRequest } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

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
    await eventLog.handle(agentDecider, agentId, { type: 'registerAgent', facts: body }, context);
    await operations.agentPresence.seen(agentId, { accountId: caller.accountId, availableDiskSpace: null });
    return { agentId };
  },
});
