import { call } from '../call.ts';
import { topics } from '../live/topics.ts';
import { CommandAnswer } from '../testRuns/testRunViews.ts';
import { SsoRoles } from './ssoRoleViews.ts';

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
};
