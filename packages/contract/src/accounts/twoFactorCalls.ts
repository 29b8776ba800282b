import { Type } from 'typebox';
import { call } from '../call.ts';
import {
  OwnPasswordRequest,
  RecoveryCodes,
  TwoFactorCodeRequest,
  TwoFactorSecret,
  TwoFactorView,
} from './twoFactorViews.ts';

const example = { body: { currentPassword: 'wrong horse' } };
const verbatim = ['currentPassword'];

export const twoFactorCalls = {
  getTwoFactor: call({
    method: 'GET',
    path: '/users/me/two-factor',
    summary: 'Whether signing in asks for a code of an authenticator app',
    permission: 'signedIn',
    answer: TwoFactorView,
    example: {},
  }),
  beginTwoFactor: call({
    method: 'POST',
    path: '/users/me/two-factor',
    summary: 'A secret for an authenticator app; nothing changes until a code of it is sent',
    permission: 'signedIn',
    body: OwnPasswordRequest,
    verbatim,
    answer: TwoFactorSecret,
    secretAnswer: true,
    example,
  }),
  confirmTwoFactor: call({
    method: 'POST',
    path: '/users/me/two-factor/confirm',
    summary: 'Turn two-factor sign-in on, by a code of the app; all other sessions end',
    permission: 'signedIn',
    body: TwoFactorCodeRequest,
    answer: RecoveryCodes,
    secretAnswer: true,
    example: { body: { code: '000000' } },
  }),
  turnOffTwoFactor: call({
    method: 'POST',
    path: '/users/me/two-factor/off',
    summary: 'Turn two-factor sign-in off; turning it off again changes nothing',
    permission: 'signedIn',
    body: OwnPasswordRequest,
    verbatim,
    status: 204,
    answer: Type.Null(),
    example,
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/users/me/two-factor/recovery-codes',
    summary: 'New recovery codes in place of all earlier ones',
    permission: 'signedIn',
    body: OwnPasswordRequest,
    verbatim,
    answer: RecoveryCodes,
    secretAnswer: true,
    example,
  }),
};
