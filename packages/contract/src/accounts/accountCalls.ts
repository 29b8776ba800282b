import { Type } from 'typebox';
import { call } from '../call.ts';
import { AccountView, LoginAnswer, LoginRequest, UserView } from './accountViews.ts';

export const accountCalls = {
  getAccount: call({
    method: 'GET',
    path: '/account',
    summary: 'The account',
    permission: 'account.read',
    answer: AccountView,
    example: {},
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
