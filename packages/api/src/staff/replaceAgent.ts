import { type AgentId, staffCalls } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const replaceAgent = route(staffCalls.replaceAgent, async ({ api, params: { id }, context, newId }) => {
  const accountId = await api.owners.ownerOf(`agent-${id}`);
  if (accountId === undefined) throw new DomainError('agent.notFound');
  const command = { type: 'replaceAgent' as const, replacedById: newId<AgentId>() };
  const result = await api.eventLog.handle(agentDecider, id, command, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});
