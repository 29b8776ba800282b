import { type AgentId, CommandAnswer } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { EmployeeAgentParams } from './employeeParams.ts';

export const replaceAgent = route({
  method: 'POST',
  url: '/employee/agents/:id/replace',
  summary:
    'Replace an agent: it finishes what it works on, takes no more, and a new one takes its place on the machine',
  permission: 'staff',
  params: EmployeeAgentParams,
  answer: CommandAnswer,
  handle: async ({ api, params: { id }, context, newId }) => {
    const accountId = await api.owners.ownerOf(`agent-${id}`);
    if (accountId === undefined) throw new DomainError('agent.notFound');
    const command = { type: 'replaceAgent' as const, replacedById: newId<AgentId>() };
    const result = await api.eventLog.handle(agentDecider, id, command, { ...context, accountId });
    return commandAnswer(api.eventLog, result);
  },
});
