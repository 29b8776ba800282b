import { testSuiteCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const testSuitesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestSuites: build.query(readOf(testSuiteCalls.listTestSuites)),
    createTestSuite: build.mutation(changeOf(testSuiteCalls.createTestSuite)),
    changeTestSuite: build.mutation(changeOf(testSuiteCalls.changeTestSuite)),
    archiveTestSuite: build.mutation(changeOf(testSuiteCalls.archiveTestSuite)),
  }),
});

export const {
  useListTestSuitesQuery,
  useCreateTestSuiteMutation,
  useChangeTestSuiteMutation,
  useArchiveTestSuiteMutation,
} = testSuitesApi;
