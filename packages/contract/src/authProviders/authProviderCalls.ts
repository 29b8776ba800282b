import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { ExternalIdentityId } from '../ids.ts';
import {
  AuthCodeAnswer,
  AuthCodeRequest,
  AuthIntegrationRequest,
  AuthProviderView,
  AuthReturnAnswer,
  AuthReturnRequest,
  AuthStart,
  AuthStartRequest,
  ExternalIdentitiesView,
  ProviderAccountRequest,
  ProviderRegistration,
  SignedInByProvider,
} from './authProviderViews.ts';

const authId = 'state-of-the-url';

export const authProviderCalls = {
  listAuthProviders: call({
    method: 'GET',
    path: '/auth-providers',
    summary: 'The providers by which people can sign in here, by label',
    permission: 'public',
    answer: Type.Array(AuthProviderView),
    example: {},
  }),
  startAuth: call({
    method: 'POST',
    path: '/auth-start',
    summary: 'Begin to sign in by a provider, or to link an account of it; sets the cookie that the return needs',
    permission: 'public',
    body: AuthStartRequest,
    answer: AuthStart,
    secretAnswer: true,
    example: { body: { provider: 'google', purpose: 'signIn', returnTo: '/' } },
  }),
  finishAuth: call({
    method: 'POST',
    path: '/auth-return',
    summary: 'Finish with what the provider sent the browser back with; works once, within 10 minutes',
    permission: 'public',
    body: AuthReturnRequest,
    answer: AuthReturnAnswer,
    secretAnswer: true,
    example: { body: { authId, code: 'code-of-the-url' } },
  }),
  finishAuthByCode: call({
    method: 'POST',
    path: '/auth-code',
    summary: 'Finish a sign-in by a provider with a code of the authenticator app; 5 guesses',
    permission: 'public',
    body: AuthCodeRequest,
    answer: AuthCodeAnswer,
    secretAnswer: true,
    example: { body: { authId, code: '123456' } },
  }),
  registerByProvider: call({
    method: 'POST',
    path: '/register',
    summary: 'Create the login of a person whose address a provider has verified, where registration is open',
    permission: 'public',
    body: ProviderRegistration,
    answer: SignedInByProvider,
    secretAnswer: true,
    example: { body: { authId, firstName: 'Grace', lastName: 'Hopper' } },
  }),
  createAccountByProvider: call({
    method: 'POST',
    path: '/account',
    summary: 'Create the login of a person whose address a provider has verified, and an account that they administer',
    permission: 'public',
    body: ProviderAccountRequest,
    answer: SignedInByProvider,
    secretAnswer: true,
    example: { body: { authId, firstName: 'Grace', lastName: 'Hopper', name: 'Example' } },
  }),
  linkExternalIdentity: call({
    method: 'POST',
    path: '/auth-integration',
    summary: 'Let the person who is signed in sign in by the account of the provider that they just showed',
    permission: 'signedIn',
    body: AuthIntegrationRequest,
    answer: CommandAnswer,
    example: { body: { authId } },
  }),
  listExternalIdentities: call({
    method: 'GET',
    path: '/users/me/external-identities',
    summary: "The person's ways to sign in: accounts of providers, oldest first, and whether there is a password",
    permission: 'signedIn',
    answer: ExternalIdentitiesView,
    example: {},
  }),
  unlinkExternalIdentity: call({
    method: 'DELETE',
    path: '/users/me/external-identities/:id',
    summary: 'Stop signing in by an account of a provider; the last way to sign in stays',
    permission: 'signedIn',
    params: Type.Object({ id: ExternalIdentityId }),
    answer: CommandAnswer,
    example: { params: { id: exampleIds.externalIdentity } },
  }),
};
