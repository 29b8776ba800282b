import { agentCalls } from '@assay/contract';
import { agentTokenDecider } from '@assay/domain';
import { route } from '../http/route.ts';

/** The token stops working first; asking again records what is not recorded yet. */
export const revokeAgentToken = route(
  agentCalls.revokeAgentToken,
  async ({ api: { operations, eventLog, owners }, caller: { accountId }, params: { id }, context }) => {
    const name = await operations.agentTokens.revoke(accountId, id);
    // Tokens from before they were recorded have no stream yet.
    if (name === null) await owners.requireOwn(`agentToken-${id}`, accountId, 'agentToken.notFound');
    const unrecorded = name === null ? null : { agentTokenId: id, name };
    await eventLog.handle(agentTokenDecider, id, { type: 'revokeAgentToken', unrecorded }, context);
    return null;
  },
);
