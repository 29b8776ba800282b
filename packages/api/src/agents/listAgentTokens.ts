import { AgentTokenView } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

export const listAgentTokens = route({
  method: 'GET',
  url: '/agent-tokens',
  summary: 'The tokens of the account for runner agents; the tokens themselves are shown to nobody',
  permission: 'agent.write',
  answer: Type.Array(AgentTokenView),
  handle: ({ api: { operations }, caller }) => operations.agentTokens.list(caller.accountId),
});
