import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import {
  ForgotPasswordRequest,
  PasswordRequest,
  PasswordResetRequest,
  ProfileRequest,
  RegisterAnswer,
  RegisterRequest,
  SessionView,
} from './profileViews.ts';

const password = 'correct horse battery';

export const profileCalls = {
  registerByEmail: call({
    method: 'POST',
    path: '/register-email',
    summary:
      'Create the login of an invited person, accept the invitation and sign in; for others, where registration is open, mail a link that verifies the address. The answer does not tell whether it is known',
    permission: 'public',
    body: RegisterRequest,
    verbatim: ['password'],
    answer: RegisterAnswer,
    secretAnswer: true,
    example: { body: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', password } },
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/forgot-password',
    summary:
      'Mail a link by which a password can be set, if the address belongs to a person; the answer does not say whether it does',
    permission: 'public',
    body: ForgotPasswordRequest,
    status: 204,
    answer: Type.Null(),
    example: { body: { email: 'ada@example.com' } },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/password-reset',
    summary: 'Set a password by the link of a mail, which works once, for 30 minutes; all sessions end',
    permission: 'public',
    body: PasswordResetRequest,
    verbatim: ['password'],
    status: 204,
    answer: Type.Null(),
    example: { body: { token: 'reset.of-the-mail', password } },
  }),
  changeProfile: call({
    method: 'POST',
    path: '/users/me',
    summary: 'Change the name of the person who is signed in',
    permission: 'signedIn',
    body: ProfileRequest,
    answer: CommandAnswer,
    example: { body: { firstName: 'Ada', lastName: 'Lovelace' } },
  }),
  changePassword: call({
    method: 'POST',
    path: '/users/me/password',
    summary: 'Change the password of the person who is signed in; all other sessions end',
    permission: 'signedIn',
    body: PasswordRequest,
    verbatim: ['currentPassword', 'password'],
    status: 204,
    answer: Type.Null(),
    example: { body: { currentPassword: 'wrong horse', password } },
  }),
  listSessions: call({
    method: 'GET',
    path: '/users/me/sessions',
    summary: 'Where the person is signed in, most recently used first',
    permission: 'signedIn',
    answer: Type.Array(SessionView),
    example: {},
  }),
  endSession: call({
    method: 'DELETE',
    path: '/users/me/sessions/:id',
    summary: 'Sign out one session of the person; ending it again changes nothing',
    permission: 'signedIn',
    params: Type.Object({ id: Type.String({ maxLength: 80 }) }),
    status: 204,
    answer: Type.Null(),
    example: { params: { id: 'example-session' } },
  }),
  logOutEverywhere: call({
    method: 'POST',
    path: '/logout-everywhere',
    summary: 'End every session of the person, this one as well',
    permission: 'signedIn',
    status: 204,
    answer: Type.Null(),
    example: {},
  }),
};
