import { agentCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listAgentTokens = route(agentCalls.listAgentTokens, ({ api: { operations }, caller }) =>
  operations.agentTokens.list(caller.accountId),
);
