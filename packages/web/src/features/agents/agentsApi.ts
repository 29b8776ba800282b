import { agentCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const { listAgents, listAgentTokens, createAgentToken, revokeAgentToken } = agentCalls;

const agentsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAgents: build.query(readOf(listAgents)),
    listAgentTokens: build.query(readOf(listAgentTokens)),
    createAgentToken: build.mutation(changeOf(createAgentToken, { outdates: [listAgentTokens] })),
    revokeAgentToken: build.mutation(changeOf(revokeAgentToken, { outdates: [listAgentTokens] })),
  }),
});

export const { useListAgentsQuery, useListAgentTokensQuery, useCreateAgentTokenMutation, useRevokeAgentTokenMutation } =
  agentsApi;
