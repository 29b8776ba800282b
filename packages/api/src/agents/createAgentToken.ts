import { CreateAgentTokenAnswer, CreateAgentTokenRequest } from '@assay/contract';
import { route } from '../http/route.ts';

export const createAgentToken = route({
  method: 'POST',
  url: '/agent-tokens',
  summary: 'Make a token for runner agents of the account; it is shown this once',
  permission: 'agent.write',
  body: CreateAgentTokenRequest,
  status: 201,
  answer: CreateAgentTokenAnswer,
  secretAnswer: true,
  handle: ({ api: { operations }, caller, body }) =>
    operations.agentTokens.create({ name: body.name, accountId: caller.accountId }),
});
