import { agentProtocolCalls } from '@assay/contract';
import { agentDecider } from '@assay/domain';
import { route } from '../http/route.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const exitAgent = route(agentProtocolCalls.exitAgent, async ({ api, caller, params: { agentId }, context }) => {
  await requireOwnAgent(api, caller, agentId);
  await api.eventLog.handle(agentDecider, agentId, { type: 'exitAgent', reason: 'stopped' }, context);
  await api.operations.agentPresence.forget(agentId);
  return {};
});
