import { testSuiteCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const testSuitesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    createTestSuite: build.mutation(changeOf(testSuiteCalls.createTestSuite)),
    changeTestSuite: build.mutation(changeOf(testSuiteCalls.changeTestSuite)),
    archiveTestSuite: build.mutation(changeOf(testSuiteCalls.archiveTestSuite)),
  }),
});

export const { useCreateTestSuiteMutation, useChangeTestSuiteMutation, useArchiveTestSuiteMutation } = testSuitesApi;
