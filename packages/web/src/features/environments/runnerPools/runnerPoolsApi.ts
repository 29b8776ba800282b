import { runnerPoolCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const runnerPoolsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listRunnerConfigurations: build.query(readOf(runnerPoolCalls.listRunnerConfigurations)),
    listRunnerPools: build.query(readOf(runnerPoolCalls.listRunnerPools)),
    createRunnerPool: build.mutation(changeOf(runnerPoolCalls.createRunnerPool)),
    changeRunnerPool: build.mutation(changeOf(runnerPoolCalls.changeRunnerPool)),
    archiveRunnerPool: build.mutation(changeOf(runnerPoolCalls.archiveRunnerPool)),
  }),
});

export const {
  useListRunnerConfigurationsQuery,
  useListRunnerPoolsQuery,
  useCreateRunnerPoolMutation,
  useChangeRunnerPoolMutation,
  useArchiveRunnerPoolMutation,
} = runnerPoolsApi;
