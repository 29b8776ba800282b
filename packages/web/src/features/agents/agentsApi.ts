import { type AgentTokenView, type AgentView, topics } from '@assay/contract';
import { keepFresh } from '../../connection/keepFresh.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const agentsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAgents: build.query<AgentView[], void>({
      query: () => ({ url: '/agents', topic: topics.agents }),
      providesTags: ['Agents'],
      onCacheEntryAdded: keepFresh(
        () => topics.agents,
        () => 'Agents',
      ),
    }),
    listAgentTokens: build.query<AgentTokenView[], void>({
      query: () => ({ url: '/agent-tokens' }),
      providesTags: ['AgentTokens'],
    }),
    createAgentToken: build.mutation<{ id: string; token: string }, { name: string }>({
      query: (body) => ({ url: '/agent-tokens', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['AgentTokens'] : []),
    }),
    revokeAgentToken: build.mutation<unknown, { id: string }>({
      query: ({ id }) => ({ url: `/agent-tokens/${id}`, method: 'DELETE' }),
      invalidatesTags: ['AgentTokens'],
    }),
  }),
});

export const { useListAgentsQuery, useListAgentTokensQuery, useCreateAgentTokenMutation, useRevokeAgentTokenMutation } =
  agentsApi;
