import { Type } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const revokeAgentToken = route({
  method: 'DELETE',
  url: '/agent-tokens/:id',
  summary: 'Revoke a token: agents that use it are refused at once',
  permission: 'agent.write',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }) }),
  status: 204,
  answer: Type.Null(),
  handle: async ({ api: { operations }, caller, params }) => {
    if (!(await operations.agentTokens.revoke(caller.accountId, params.id))) throw new ApiError('notFound');
    return null;
  },
});
