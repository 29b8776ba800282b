import { agentCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const revokeAgentToken = route(agentCalls.revokeAgentToken, async ({ api: { operations }, caller, params }) => {
  if (!(await operations.agentTokens.revoke(caller.accountId, params.id))) throw new ApiError('notFound');
  return null;
});
