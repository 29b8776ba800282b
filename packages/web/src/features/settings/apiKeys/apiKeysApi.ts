import { apiKeyCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { listApiKeys, createApiKey, revokeApiKey } = apiKeyCalls;

const apiKeysApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listApiKeys: build.query(readOf(listApiKeys)),
    createApiKey: build.mutation(changeOf(createApiKey, { outdates: [listApiKeys] })),
    revokeApiKey: build.mutation(changeOf(revokeApiKey, { outdates: [listApiKeys] })),
  }),
});

export const { useListApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = apiKeysApi;
