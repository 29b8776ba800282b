import { retentionCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { getRetention, changeRetention } = retentionCalls;

const retentionApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getRetention: build.query(readOf(getRetention, { keepUnusedDataFor: 0 })),
    changeRetention: build.mutation(changeOf(changeRetention, { outdates: [getRetention] })),
  }),
});

export const { useGetRetentionQuery, useChangeRetentionMutation } = retentionApi;
