import { Type } from 'typebox';
import { call } from '../call.ts';
import { UserRoleView } from './accountViews.ts';

export const userRoleCalls = {
  listUserRoles: call({
    method: 'GET',
    path: '/user-roles',
    summary: 'Who has which role in the account, by name',
    permission: 'userRole.read',
    answer: Type.Array(UserRoleView),
    example: {},
  }),
};
