import { AuthStart } from '../authProviders/authProviderViews.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { topics } from '../live/topics.ts';
import { SsoRoles, SsoTestRequest, SsoTestResult, SsoTestResultRequest } from './ssoRoleViews.ts';

export const ssoRoleCalls = {
  getSsoRoles: call({
    method: 'GET',
    path: '/account/sso-roles',
    summary: 'Which groups of providers give which role in the account',
    permission: 'userRole.write',
    answer: SsoRoles,
    example: {},
  }),
  changeSsoRoles: call({
    method: 'PUT',
    path: '/account/sso-roles',
    summary:
      'Let roles follow from groups of providers: the rules replace all earlier ones, and count from the next sign-in',
    permission: 'userRole.write',
    body: SsoRoles,
    answer: CommandAnswer,
    changes: [topics.account],
    example: {
      body: { sync: false, rules: [{ provider: 'google', claim: 'groups', value: 'testers', roleType: 'USER' }] },
    },
  }),
  startSsoTest: call({
    method: 'POST',
    path: '/account/sso-test',
    summary:
      'Begin a trial sign-in that shows what a provider says about a person; sets the cookie that the return needs',
    permission: 'userRole.write',
    body: SsoTestRequest,
    answer: AuthStart,
    secretAnswer: true,
    example: { body: { provider: 'google' } },
  }),
  getSsoTestResult: call({
    method: 'POST',
    path: '/account/sso-test/result',
    summary: 'What the provider told, and which rule would fit; once, within 10 minutes',
    permission: 'userRole.write',
    body: SsoTestResultRequest,
    answer: SsoTestResult,
    secretAnswer: true,
    example: { body: { authId: 'as-the-return-told' } },
  }),
};
