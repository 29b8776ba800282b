import { apiKeyCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const { getApiKey, generateApiKey } = apiKeyCalls;

const settingsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getApiKey: build.query(readOf(getApiKey)),
    generateApiKey: build.mutation(changeOf(generateApiKey, { outdates: [getApiKey] })),
  }),
});

export const { useGetApiKeyQuery, useGenerateApiKeyMutation } = settingsApi;
