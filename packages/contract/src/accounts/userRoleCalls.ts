import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { UserRoleId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { UserRoleRequest, UserRoleView } from './accountViews.ts';

const userRoleParams = Type.Object({ id: UserRoleId });

export const userRoleCalls = {
  listUserRoles: call({
    method: 'GET',
    path: '/user-roles',
    summary: 'Who has which role in the account, by name',
    permission: 'userRole.read',
    answer: Type.Array(UserRoleView),
    topic: topics.userRoles,
    example: {},
  }),
  changeUserRole: call({
    method: 'PUT',
    path: '/user-roles/:id',
    summary: "Change a person's role; the last administrator stays one",
    permission: 'userRole.write',
    params: userRoleParams,
    body: UserRoleRequest,
    view: UserRoleView,
    answer: CommandAnswer,
    changes: [topics.userRoles],
    example: { params: { id: exampleIds.userRole }, body: { roleType: 'ADMIN' } },
  }),
  removeUserRole: call({
    method: 'DELETE',
    path: '/user-roles/:id',
    summary: 'Remove a person from the account, which ends their rights in it at once; the last administrator stays',
    permission: 'userRole.write',
    params: userRoleParams,
    answer: CommandAnswer,
    changes: [topics.userRoles, topics.teams],
    example: { params: { id: exampleIds.userRole } },
  }),
};
