import { CommandAnswer } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { EmployeeAgentParams } from './employeeParams.ts';

export const stopAgent = route({
  method: 'DELETE',
  url: '/employee/agents/:id',
  summary: 'Stop an agent: it hands back what it works on, ends all its processes and leaves',
  permission: 'staff',
  params: EmployeeAgentParams,
  answer: CommandAnswer,
  handle: async ({ api, params: { id }, context }) => {
    const accountId = await api.owners.ownerOf(`agent-${id}`);
    if (accountId === undefined) throw new DomainError('agent.notFound');
    const result = await api.eventLog.handle(agentDecider, id, { type: 'stopAgent' }, { ...context, accountId });
    return commandAnswer(api.eventLog, result);
  },
});
