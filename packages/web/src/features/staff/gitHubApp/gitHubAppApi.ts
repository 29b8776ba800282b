import { authorizationCalls, gitHubAppCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { getGitHubApp, registerGitHubApp, finishGitHubApp, removeGitHubApp } = gitHubAppCalls;
const outdates = [getGitHubApp, authorizationCalls.listGitSignIns];

const gitHubAppApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getGitHubApp: build.query(readOf(getGitHubApp, { keepUnusedDataFor: 0 })),
    registerGitHubApp: build.mutation(changeOf(registerGitHubApp)),
    finishGitHubApp: build.mutation(changeOf(finishGitHubApp, { outdates })),
    removeGitHubApp: build.mutation(changeOf(removeGitHubApp, { outdates })),
  }),
});

export const {
  useGetGitHubAppQuery,
  useRegisterGitHubAppMutation,
  useFinishGitHubAppMutation,
  useRemoveGitHubAppMutation,
} = gitHubAppApi;

/** Where staff see the GitHub App of the installation. */
export const gitHubAppTab = '/employee/git-hub-app';
