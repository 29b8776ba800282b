import { agentCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

export const createAgentToken = route(agentCalls.createAgentToken, async ({ api, caller, body }) => {
  await requireRoom(api, caller, 'agentTokens');
  return api.operations.agentTokens.create({ name: body.name, accountId: caller.accountId });
});
