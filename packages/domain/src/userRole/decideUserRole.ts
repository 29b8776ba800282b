import type { AccountId, RoleType, UserId, UserRoleId } from '@assay/contract';
import type { UserRoleEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type UserRoleState = { granted: boolean };
export type GrantUserRole = {
  type: 'grantUserRole';
  userRoleId: UserRoleId;
  userId: UserId;
  accountId: AccountId;
  roleType: RoleType;
};

export const userRoleDecider: Decider<UserRoleState, GrantUserRole, UserRoleEvent> = {
  category: 'userRole',
  initialState: () => ({ granted: false }),
  decide: ({ userRoleId, userId, accountId, roleType }, state) => {
    if (state.granted) throw new DomainError('userRole.exists');
    return [{ type: 'UserRoleGranted', data: { userRoleId, userId, accountId, roleType } }];
  },
  evolve: () => ({ granted: true }),
};
