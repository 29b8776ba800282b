import {
  type ChangeEnvironmentRequest,
  type CommandAnswer,
  type CreateEnvironmentRequest,
  type EnvironmentView,
  topics,
} from '@assay/contract';
import { keepFresh } from '../../connection/keepFresh.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const environmentsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listEnvironments: build.query<EnvironmentView[], void>({
      query: () => ({ url: '/environments', topic: topics.environments }),
      providesTags: ['Environments'],
      onCacheEntryAdded: keepFresh(
        () => topics.environments,
        () => 'Environments',
      ),
    }),
    createEnvironment: build.mutation<CommandAnswer, CreateEnvironmentRequest>({
      query: (body) => ({ url: '/environments', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['Environments'] : []),
    }),
    changeEnvironment: build.mutation<
      CommandAnswer,
      { id: string; revision: string; change: ChangeEnvironmentRequest }
    >({
      query: ({ id, revision, change }) => ({
        url: `/environments/${id}`,
        method: 'PATCH',
        body: change,
        ifMatch: revision,
      }),
      invalidatesTags: ['Environments'],
    }),
    deleteEnvironment: build.mutation<CommandAnswer, { id: string }>({
      query: ({ id }) => ({ url: `/environments/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Environments'],
    }),
  }),
});

export const {
  useListEnvironmentsQuery,
  useCreateEnvironmentMutation,
  useChangeEnvironmentMutation,
  useDeleteEnvironmentMutation,
} = environmentsApi;
