import { authorizationCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const authorizationsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAuthorizations: build.query(readOf(authorizationCalls.listAuthorizations)),
    listServiceRepositories: build.query(readOf(authorizationCalls.listServiceRepositories)),
    listCommitStatuses: build.query(readOf(authorizationCalls.listCommitStatuses)),
    authorize: build.mutation(changeOf(authorizationCalls.authorize)),
    revokeAuthorization: build.mutation(changeOf(authorizationCalls.revokeAuthorization)),
  }),
});

export const {
  useListAuthorizationsQuery,
  useListServiceRepositoriesQuery,
  useListCommitStatusesQuery,
  useAuthorizeMutation,
  useRevokeAuthorizationMutation,
} = authorizationsApi;
