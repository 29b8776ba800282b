import { environmentCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const environmentsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listEnvironments: build.query(readOf(environmentCalls.listEnvironments)),
    createEnvironment: build.mutation(changeOf(environmentCalls.createEnvironment)),
    changeEnvironment: build.mutation(changeOf(environmentCalls.changeEnvironment)),
    listEnvironmentAudits: build.query(readOf(environmentCalls.listEnvironmentAudits)),
    restoreEnvironment: build.mutation(changeOf(environmentCalls.restoreEnvironment)),
    archiveEnvironment: build.mutation(changeOf(environmentCalls.archiveEnvironment)),
  }),
});

export const {
  useListEnvironmentsQuery,
  useCreateEnvironmentMutation,
  useChangeEnvironmentMutation,
  useListEnvironmentAuditsQuery,
  useRestoreEnvironmentMutation,
  useArchiveEnvironmentMutation,
} = environmentsApi;
