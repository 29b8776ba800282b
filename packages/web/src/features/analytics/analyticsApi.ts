import { analyticsCalls } from '@assay/contract';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const analyticsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getFlakyTestInfo: build.query(readOf(analyticsCalls.getFlakyTestInfo)),
    getSlowerTestInfo: build.query(readOf(analyticsCalls.getSlowerTestInfo)),
    getTestInfo: build.query(readOf(analyticsCalls.getTestInfo)),
    getUsage: build.query(readOf(analyticsCalls.getUsage)),
    getTestRunInfo: build.query(readOf(analyticsCalls.getTestRunInfo)),
  }),
});

export const {
  useGetFlakyTestInfoQuery,
  useGetSlowerTestInfoQuery,
  useGetTestInfoQuery,
  useGetTestRunInfoQuery,
  useGetUsageQuery,
} = analyticsApi;
