import { authorizationCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const authorizationsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAuthorizations: build.query(readOf(authorizationCalls.listAuthorizations)),
    listServiceRepositories: build.query(readOf(authorizationCalls.listServiceRepositories)),
    listServiceOrganizations: build.query(readOf(authorizationCalls.listServiceOrganizations)),
    listServiceSuborganizations: build.query(readOf(authorizationCalls.listServiceSuborganizations)),
    listSuborganizationRepositories: build.query(readOf(authorizationCalls.listSuborganizationRepositories)),
    listCommitStatuses: build.query(readOf(authorizationCalls.listCommitStatuses)),
    authorize: build.mutation(changeOf(authorizationCalls.authorize)),
    revokeAuthorization: build.mutation(changeOf(authorizationCalls.revokeAuthorization)),
  }),
});

export const {
  useListAuthorizationsQuery,
  useListServiceRepositoriesQuery,
  useListServiceOrganizationsQuery,
  useListServiceSuborganizationsQuery,
  useListSuborganizationRepositoriesQuery,
  useListCommitStatusesQuery,
  useAuthorizeMutation,
  useRevokeAuthorizationMutation,
} = authorizationsApi;
