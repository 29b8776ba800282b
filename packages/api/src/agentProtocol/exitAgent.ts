import { agentDecider } from '@assay/domain';
import { route } from '../http/route.ts';
import { AgentParams, NoAnswer } from './agentParams.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const exitAgent = route({
  method: 'POST',
  url: '/agents/:agentId/exit',
  summary: 'The agent stops',
  permission: 'agent',
  params: AgentParams,
  answer: NoAnswer,
  handle: async ({ api, caller, params: { agentId }, context }) => {
    await requireOwnAgent(api, caller, agentId);
    await api.eventLog.handle(agentDecider, agentId, { type: 'exitAgent', reason: 'stopped' }, context);
    await api.operations.agentPresence.forget(agentId);
    return {};
  },
});
