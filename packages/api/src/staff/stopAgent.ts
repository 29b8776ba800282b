import { staffCalls } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const stopAgent = route(staffCalls.stopAgent, async ({ api, params: { id }, context }) => {
  const accountId = await api.owners.ownerOf(`agent-${id}`);
  if (accountId === undefined) throw new DomainError('agent.notFound');
  const result = await api.eventLog.handle(agentDecider, id, { type: 'stopAgent' }, { ...context, accountId });
  return commandAnswer(api.eventLog, result);
});
