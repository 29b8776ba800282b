import { testDistributionCalls } from '@assay/contract';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const distributionApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    analyzeTestDistribution: build.query(readOf(testDistributionCalls.analyzeTestDistribution)),
    listDistributedTests: build.query(readOf(testDistributionCalls.listDistributedTests)),
  }),
});

export const { useAnalyzeTestDistributionQuery, useListDistributedTestsQuery } = distributionApi;
