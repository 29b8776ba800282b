import { authorizationCalls, slackCalls } from '@assay/contract';
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
    listGitSignIns: build.query(readOf(authorizationCalls.listGitSignIns)),
    startGitSignIn: build.mutation(changeOf(authorizationCalls.startGitSignIn)),
    finishGitSignIn: build.mutation(changeOf(authorizationCalls.finishGitSignIn)),
    getGitHubInstallation: build.query(readOf(authorizationCalls.getGitHubInstallation, { keepUnusedDataFor: 0 })),
    getSlackApp: build.query(readOf(slackCalls.getSlackApp, { keepUnusedDataFor: 3600 })),
    getSlackHealth: build.query(readOf(slackCalls.getSlackHealth)),
    startSlackSignIn: build.mutation(changeOf(slackCalls.startSlackSignIn)),
    connectSlack: build.mutation(changeOf(slackCalls.connectSlack)),
    makeWebhookSecret: build.mutation(changeOf(authorizationCalls.makeWebhookSecret)),
    changeAuthorization: build.mutation(changeOf(authorizationCalls.changeAuthorization)),
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
  useListGitSignInsQuery,
  useStartGitSignInMutation,
  useFinishGitSignInMutation,
  useLazyGetGitHubInstallationQuery,
  useGetSlackAppQuery,
  useGetSlackHealthQuery,
  useStartSlackSignInMutation,
  useConnectSlackMutation,
  useMakeWebhookSecretMutation,
  useChangeAuthorizationMutation,
  useAuthorizeMutation,
  useRevokeAuthorizationMutation,
} = authorizationsApi;
