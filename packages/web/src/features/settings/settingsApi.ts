import type { ApiKeyView, GenerateApiKeyAnswer } from '@assay/contract';
import { serviceApi } from '../../connection/serviceApi.ts';

const settingsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getApiKey: build.query<ApiKeyView | null, void>({
      query: () => ({ url: '/account/api-key' }),
      providesTags: ['ApiKey'],
    }),
    generateApiKey: build.mutation<GenerateApiKeyAnswer, void>({
      query: () => ({ url: '/account/api-key', method: 'POST' }),
      invalidatesTags: (answer) => (answer ? ['ApiKey'] : []),
    }),
  }),
});

export const { useGetApiKeyQuery, useGenerateApiKeyMutation } = settingsApi;
