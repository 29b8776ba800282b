import { analyticsCalls } from '@assay/contract';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const analyticsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getTestRunInfo: build.query(readOf(analyticsCalls.getTestRunInfo)),
  }),
});

export const { useGetTestRunInfoQuery } = analyticsApi;
