import { pipelineStageCalls, testSuiteCalls } from '@assay/contract';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const filterChoicesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestSuites: build.query(readOf(testSuiteCalls.listTestSuites)),
    listPipelineStages: build.query(readOf(pipelineStageCalls.listPipelineStages)),
  }),
});

export const { useListTestSuitesQuery, useListPipelineStagesQuery } = filterChoicesApi;
