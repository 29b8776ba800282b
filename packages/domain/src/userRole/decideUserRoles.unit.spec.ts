import type { AccountId, RoleType, UserId, UserRoleId } from '@assay/contract';
import type { UserRoleEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { userRolesDecider } from './decideUserRoles.ts';

const accountId = 'acme' as AccountId;
const ids = (name: string) => ({ userRoleId: `role-${name}` as UserRoleId, userId: name as UserId, accountId });
const granted = (name: string, roleType: RoleType): UserRoleEvent => ({
  type: 'UserRoleGranted',
  data: { ...ids(name), roleType },
});
const changed = (name: string, from: RoleType, roleType: RoleType): UserRoleEvent => ({
  type: 'UserRoleChanged',
  data: { ...ids(name), from, roleType },
});
const removed = (name: string): UserRoleEvent => ({ type: 'UserRoleRemoved', data: ids(name) });
const grant = (name: string) => ({ type: 'grantUserRole' as const, ...ids(name), roleType: 'USER' as const });
const change = (name: string, roleType: RoleType) => ({ type: 'changeUserRole' as const, ...ids(name), roleType });
const remove = (name: string) => ({ type: 'removeUserRole' as const, ...ids(name) });
const roles = (...events: UserRoleEvent[]) => given(userRolesDecider, ...events);

describe('the roles of an account', () => {
  it('are one for each person', () => {
    roles(granted('ada', 'ADMIN')).when(grant('grace')).gives(granted('grace', 'USER'));
    roles(granted('ada', 'ADMIN'))
      .when({ ...grant('ada'), userRoleId: 'other' as UserRoleId })
      .refuses('userRole.exists');
  });

  it('have somebody of a service of the account, said once', () => {
    const member = { userId: 'ada' as UserId, slackMemberId: 'U0ADA' };
    const connected: UserRoleEvent = { type: 'SlackMemberConnected', data: { ...ids('ada'), slackMemberId: 'U0ADA' } };
    const connect = { type: 'connectSlackMember' as const, accountId, ...member };
    roles(granted('ada', 'ADMIN')).when(connect).gives(connected);
    roles(granted('ada', 'ADMIN'), connected).when(connect).gives();
    roles(granted('ada', 'ADMIN'))
      .when({ ...connect, userId: 'stranger' as UserId })
      .refuses('userRole.notFound');
  });

  it('change and end, and none that ended comes back', () => {
    const both = [granted('ada', 'ADMIN'), granted('grace', 'USER')];
    roles(...both)
      .when(change('grace', 'ADMIN'))
      .gives(changed('grace', 'USER', 'ADMIN'));
    roles(...both)
      .when(change('grace', 'USER'))
      .gives();
    roles(...both)
      .when(remove('grace'))
      .gives(removed('grace'));
    const without = roles(...both, removed('grace'));
    without.when(remove('grace')).refuses('userRole.notFound');
    without.when(change('grace', 'USER')).refuses('userRole.notFound');
    without.when(grant('grace')).refuses('userRole.exists');
    without
      .when({ ...grant('grace'), userRoleId: 'new' as UserRoleId })
      .gives({ type: 'UserRoleGranted', data: { ...ids('grace'), userRoleId: 'new' as UserRoleId, roleType: 'USER' } });
  });

  it('end with the person, who as the last administrator goes only when nobody else is left', () => {
    const goes = (name: string) => ({ type: 'removeUser' as const, userId: name as UserId, accountId });
    const both = [granted('ada', 'ADMIN'), granted('grace', 'USER')];
    roles(...both)
      .when(goes('grace'))
      .gives(removed('grace'));
    roles(...both)
      .when(goes('ada'))
      .refuses('userRole.lastAdministrator');
    roles(...both, removed('grace'))
      .when(goes('ada'))
      .gives(removed('ada'));
    roles(...both)
      .when(goes('nobody'))
      .gives();
  });

  describe('that follow from groups', () => {
    const tied = (name: string): UserRoleEvent => ({ type: 'UserRoleTiedToGroups', data: ids(name) });
    const sync = (name: string, roleType: RoleType | null) => ({
      type: 'syncUserRole' as const,
      ...ids(name),
      roleType,
      mayJoin: true,
    });
    const ada = granted('ada', 'ADMIN');
    const grace = [granted('grace', 'USER'), tied('grace')];

    it('are given, changed and taken away', () => {
      roles(ada)
        .when(sync('grace', 'USER'))
        .gives(...grace);
      roles(ada, ...grace)
        .when(sync('grace', 'ADMIN'))
        .gives(changed('grace', 'USER', 'ADMIN'), tied('grace'));
      roles(ada, ...grace)
        .when(sync('grace', null))
        .gives(removed('grace'));
      roles(ada, ...grace)
        .when(sync('grace', 'USER'))
        .gives();
      roles(ada).when(sync('grace', null)).gives();
    });

    it('let nobody join where they must not', () => {
      const fromOutside = { ...sync('grace', 'ADMIN'), mayJoin: false };
      roles(ada).when(fromOutside).gives();
      roles(ada, ...grace)
        .when(fromOutside)
        .gives(changed('grace', 'USER', 'ADMIN'), tied('grace'));
    });

    it('take the place of one that people gave, which otherwise stays', () => {
      const both = [ada, granted('grace', 'USER')];
      roles(...both)
        .when(sync('grace', null))
        .gives();
      roles(...both)
        .when(sync('grace', 'USER'))
        .gives(tied('grace'));
      roles(ada, ...grace, changed('grace', 'USER', 'ADMIN'))
        .when(sync('grace', null))
        .gives();
    });

    it('leave the last administrator one', () => {
      const only = [granted('ada', 'ADMIN'), tied('ada')];
      for (const roleType of ['USER', null] as const) {
        roles(...only, ...grace)
          .when(sync('ada', roleType))
          .gives();
        roles(...only, granted('linus', 'ADMIN'))
          .when(sync('ada', roleType))
          .gives(...(roleType === null ? [removed('ada')] : [changed('ada', 'ADMIN', 'USER'), tied('ada')]));
      }
    });
  });

  it('of staff end like others, and never stand in for an administrator', () => {
    const taking = {
      ...ids('noor'),
      roleType: 'ADMIN' as const,
      reason: 'Ticket 7',
      until: '2026-03-01T20:00:00.000Z',
    };
    const taken: UserRoleEvent = { type: 'StaffRoleTaken', data: taking };
    const take = { type: 'takeStaffRole' as const, ...taking };
    roles(granted('ada', 'ADMIN')).when(take).gives(taken);
    roles(granted('noor', 'USER')).when(take).refuses('userRole.exists');
    const both = [granted('ada', 'ADMIN'), taken];
    for (const refused of [remove('ada'), change('ada', 'USER')]) {
      roles(...both)
        .when(refused)
        .refuses('userRole.lastAdministrator');
    }
    roles(...both)
      .when({ type: 'removeUser', userId: 'ada' as UserId, accountId })
      .gives(removed('ada'));
    roles(...both)
      .when(remove('noor'))
      .gives(removed('noor'));
    const lowered = [...both, changed('noor', 'ADMIN', 'USER'), changed('noor', 'USER', 'ADMIN')];
    roles(...lowered)
      .when(remove('ada'))
      .refuses('userRole.lastAdministrator');
    roles(...lowered, removed('noor'))
      .when(take)
      .refuses('userRole.exists');
    roles(...both)
      .when({ type: 'syncUserRole', ...ids('noor'), roleType: 'USER', mayJoin: true })
      .gives();
  });

  it('always keep an administrator', () => {
    const alone = roles(granted('ada', 'ADMIN'), granted('grace', 'USER'));
    alone.when(remove('ada')).refuses('userRole.lastAdministrator');
    alone.when(change('ada', 'USER')).refuses('userRole.lastAdministrator');
    const two = [granted('ada', 'ADMIN'), granted('grace', 'USER'), changed('grace', 'USER', 'ADMIN')];
    roles(...two)
      .when(remove('ada'))
      .gives(removed('ada'));
    roles(...two, changed('ada', 'ADMIN', 'USER'))
      .when(remove('grace'))
      .refuses('userRole.lastAdministrator');
  });
});
