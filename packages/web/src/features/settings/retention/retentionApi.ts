import { retentionCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { getStorage, changeRetention } = retentionCalls;

const retentionApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getStorage: build.query(readOf(getStorage, { keepUnusedDataFor: 0 })),
    changeRetention: build.mutation(changeOf(changeRetention, { outdates: [getStorage] })),
  }),
});

export const { useGetStorageQuery, useChangeRetentionMutation } = retentionApi;
