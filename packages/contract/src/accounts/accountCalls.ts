import { Type } from 'typebox';
import { call } from '../call.ts';
import { topics } from '../live/topics.ts';
import { CommandAnswer } from '../testRuns/testRunViews.ts';
import {
  AccountNameQuery,
  AccountView,
  AiOptOutRequest,
  LoginAnswer,
  LoginRequest,
  TwoFactorRequirementRequest,
  UserView,
} from './accountViews.ts';

export const accountCalls = {
  getAccount: call({
    method: 'GET',
    path: '/account',
    summary: 'The account',
    permission: 'account.read',
    answer: AccountView,
    topic: topics.account,
    example: {},
  }),
  renameAccount: call({
    method: 'POST',
    path: '/account/change-name',
    summary: 'Give the account another name, which no other account has; addresses with the name before lead to it',
    permission: 'account.write',
    query: AccountNameQuery,
    answer: CommandAnswer,
    changes: [topics.account],
    example: { query: { name: 'Acme Corp' } },
  }),
  changeAiOptOut: call({
    method: 'PUT',
    path: '/account/ai-opt-out',
    summary: 'Leave analysis by AI out, or no longer; so far there is none',
    permission: 'account.write',
    body: AiOptOutRequest,
    answer: CommandAnswer,
    changes: [topics.account],
    example: { body: { aiOptOut: true } },
  }),
  changeTwoFactorRequirement: call({
    method: 'PUT',
    path: '/account/two-factor',
    summary: 'Let only people with two-factor sign-in in, or everybody with a role again',
    permission: 'account.write',
    body: TwoFactorRequirementRequest,
    answer: CommandAnswer,
    changes: [topics.account],
    example: { body: { required: false } },
  }),
  login: call({
    method: 'POST',
    path: '/login',
    summary: 'Sign in',
    permission: 'public',
    body: LoginRequest,
    verbatim: ['password'],
    answer: LoginAnswer,
    example: { body: { email: 'ada@example.com', password: 'correct horse' } },
  }),
  logout: call({
    method: 'POST',
    path: '/logout',
    summary: 'End the session',
    permission: 'signedIn',
    status: 204,
    answer: Type.Null(),
    example: {},
  }),
  getMe: call({
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in, with the roles',
    permission: 'signedIn',
    answer: UserView,
    example: {},
  }),
};
