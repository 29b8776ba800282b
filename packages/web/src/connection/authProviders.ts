import { authProviderCalls } from '@assay/contract';
import { changeOf } from './changeOf.ts';
import { readOf } from './readOf.ts';
import { serviceApi } from './serviceApi.ts';

const { listAuthProviders, startAuth, finishAuth, finishAuthByCode, registerByProvider } = authProviderCalls;
const { createAccountByProvider, linkExternalIdentity, listExternalIdentities, unlinkExternalIdentity } =
  authProviderCalls;

const authProvidersApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAuthProviders: build.query(readOf(listAuthProviders, { keepUnusedDataFor: 3600 })),
    startAuth: build.mutation(changeOf(startAuth, { keepsSession: true })),
    finishAuth: build.mutation(changeOf(finishAuth, { keepsSession: true })),
    finishAuthByCode: build.mutation(changeOf(finishAuthByCode, { keepsSession: true })),
    registerByProvider: build.mutation(changeOf(registerByProvider, { keepsSession: true })),
    createAccountByProvider: build.mutation(changeOf(createAccountByProvider, { keepsSession: true })),
    linkExternalIdentity: build.mutation(changeOf(linkExternalIdentity, { outdates: [listExternalIdentities] })),
    listExternalIdentities: build.query(readOf(listExternalIdentities)),
    unlinkExternalIdentity: build.mutation(changeOf(unlinkExternalIdentity, { outdates: [listExternalIdentities] })),
  }),
});

export const {
  useListAuthProvidersQuery,
  useStartAuthMutation,
  useFinishAuthMutation,
  useFinishAuthByCodeMutation,
  useRegisterByProviderMutation,
  useCreateAccountByProviderMutation,
  useLinkExternalIdentityMutation,
  useListExternalIdentitiesQuery,
  useUnlinkExternalIdentityMutation,
} = authProvidersApi;

/** The address bar, which tests cannot follow. */
export const browser = {
  leaveFor: (url: string) => window.location.assign(url),
};
