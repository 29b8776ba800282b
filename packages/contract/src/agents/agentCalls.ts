import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { AgentTokenId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { AgentTokenView, AgentView, CreateAgentTokenAnswer, CreateAgentTokenRequest } from './agentViews.ts';

export const agentCalls = {
  listAgentTokens: call({
    method: 'GET',
    path: '/agent-tokens',
    summary: "The account's tokens for runner agents, without the tokens themselves",
    permission: 'agent.write',
    answer: Type.Array(AgentTokenView),
    example: {},
  }),
  createAgentToken: call({
    method: 'POST',
    path: '/agent-tokens',
    summary: 'Make a token for runner agents of the account; it is shown only once',
    permission: 'agent.write',
    body: CreateAgentTokenRequest,
    status: 201,
    answer: CreateAgentTokenAnswer,
    secretAnswer: true,
    example: { body: { name: 'Build machines' } },
  }),
  revokeAgentToken: call({
    method: 'DELETE',
    path: '/agent-tokens/:id',
    summary: 'Revoke a token: agents that use it are refused at once',
    permission: 'agent.write',
    params: Type.Object({ id: AgentTokenId }),
    status: 204,
    answer: Type.Null(),
    example: { params: { id: exampleIds.agentToken } },
  }),
  listAgents: call({
    method: 'GET',
    path: '/agents',
    summary: "The runner agents that may work for the account: its own and the installation's",
    permission: 'agent.read',
    answer: Type.Array(AgentView),
    topic: topics.agents,
    example: {},
  }),
};
