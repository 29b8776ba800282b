import type { AccountId, RoleType, UserId, UserRoleId } from '@assay/contract';
import type { UserRoleEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Settings = { notifyByEmail: boolean; notifyBySlack: boolean };
type Role = Settings & {
  /** The person's user id in the account's Slack; null: not given. Empty for an erased person. */
  slackMemberId: string | null;
  userId: UserId;
  roleType: RoleType;
  /** A group of a provider gave it. */
  fromSso: boolean;
  /** A staff member took it for some hours: it makes no one a permanent member. */
  ofStaff: boolean;
};

export type UserRolesState = {
  roles: ReadonlyMap<UserRoleId, Role>;
  /** Former members: an old invitation does not bring them back. */
  removed: ReadonlySet<UserRoleId>;
};

export type GrantUserRole = {
  type: 'grantUserRole';
  userRoleId: UserRoleId;
  userId: UserId;
  accountId: AccountId;
  roleType: RoleType;
};

/** `until`: when it ends by itself; ISO 8601, UTC. */
export type TakeStaffRole = Omit<GrantUserRole, 'type'> & { type: 'takeStaffRole'; reason: string; until: string };

export type UserRolesCommand =
  | GrantUserRole
  | TakeStaffRole
  | { type: 'changeUserRole'; userRoleId: UserRoleId; accountId: AccountId; roleType: RoleType }
  | { type: 'removeUserRole'; userRoleId: UserRoleId; accountId: AccountId }
  /**
   * Somebody signed in by a provider whose groups give them this role; null: none.
   * `userRoleId`: that of the role, if they have none yet and may join by a group.
   */
  | {
      type: 'syncUserRole';
      userRoleId: UserRoleId;
      userId: UserId;
      accountId: AccountId;
      roleType: RoleType | null;
      mayJoin: boolean;
    }
  /** Somebody is going for good, whatever their role. */
  | { type: 'removeUser'; userId: UserId; accountId: AccountId }
  | { type: 'connectSlackMember'; userId: UserId; accountId: AccountId; slackMemberId: string }
  | ({ type: 'changeNotificationSettings'; userId: UserId; accountId: AccountId } & Settings);

function hasOtherAdministrator({ roles }: UserRolesState, userRoleId: UserRoleId): boolean {
  return [...roles].some(([id, { roleType, ofStaff }]) => id !== userRoleId && roleType === 'ADMIN' && !ofStaff);
}

function requireOtherAdministrator(state: UserRolesState, userRoleId: UserRoleId): void {
  if (state.roles.get(userRoleId)?.ofStaff) return;
  if (!hasOtherAdministrator(state, userRoleId)) throw new DomainError('userRole.lastAdministrator');
}

function roleOf({ roles }: UserRolesState, userId: UserId): (Role & { userRoleId: UserRoleId }) | null {
  const [userRoleId, role] = [...roles].find(([, each]) => each.userId === userId) ?? [];
  return userRoleId && role ? { userRoleId, ...role } : null;
}

/** A role that people gave stays until a group gives one; the last administrator stays in any case. */
function syncRole(
  { userRoleId: newId, userId, accountId, roleType, mayJoin }: Extract<UserRolesCommand, { type: 'syncUserRole' }>,
  state: UserRolesState,
): UserRoleEvent[] {
  const own = roleOf(state, userId);
  if (!own) {
    if (roleType === null || !mayJoin) return [];
    const ids = { userRoleId: newId, userId, accountId };
    return [
      { type: 'UserRoleGranted', data: { ...ids, roleType } },
      { type: 'UserRoleTiedToGroups', data: ids },
    ];
  }
  const { userRoleId, roleType: from, fromSso, ofStaff } = own;
  if (ofStaff) return [];
  if (roleType === null ? !fromSso : fromSso && roleType === from) return [];
  if (from === 'ADMIN' && roleType !== 'ADMIN' && !hasOtherAdministrator(state, userRoleId)) return [];
  const ids = { userRoleId, userId, accountId };
  if (roleType === null) return [{ type: 'UserRoleRemoved', data: ids }];
  const tied: UserRoleEvent = { type: 'UserRoleTiedToGroups', data: ids };
  return roleType === from ? [tied] : [{ type: 'UserRoleChanged', data: { ...ids, from, roleType } }, tied];
}

function changedSettings(
  { roles }: UserRolesState,
  command: Extract<UserRolesCommand, { type: 'changeNotificationSettings' }>,
): UserRoleEvent[] {
  const { type: _, ...facts } = command;
  for (const [userRoleId, { userId, notifyByEmail, notifyBySlack }] of roles) {
    if (userId !== facts.userId) continue;
    const isSame = notifyByEmail === facts.notifyByEmail && notifyBySlack === facts.notifyBySlack;
    return isSame ? [] : [{ type: 'NotificationSettingsChanged', data: { userRoleId, ...facts } }];
  }
  throw new DomainError('userRole.notFound');
}

/**
 * Who may act in an account, and as what. All roles of an account are one stream, so that two administrators who remove
 * each other at the same moment cannot both succeed: an account always keeps one.
 */
export const userRolesDecider: Decider<UserRolesState, UserRolesCommand, UserRoleEvent> = {
  category: 'userRoles',
  initialState: () => ({ roles: new Map(), removed: new Set() }),
  decide: (command, state) => {
    const { accountId } = command;
    if (command.type === 'syncUserRole') return syncRole(command, state);
    if (command.type === 'removeUser') {
      const own = roleOf(state, command.userId);
      if (!own) return [];
      const { userRoleId, userId, roleType } = own;
      // The only member of an account leaves no one behind who would need an administrator.
      const lasting = [...state.roles.values()].filter(({ ofStaff }) => !ofStaff);
      if (roleType === 'ADMIN' && lasting.length > 1) requireOtherAdministrator(state, userRoleId);
      return [{ type: 'UserRoleRemoved', data: { userRoleId, userId, accountId } }];
    }
    if (command.type === 'changeNotificationSettings') return changedSettings(state, command);
    if (command.type === 'connectSlackMember') {
      const own = roleOf(state, command.userId);
      if (!own) throw new DomainError('userRole.notFound');
      const { userId, slackMemberId } = command;
      if (own.slackMemberId === slackMemberId) return [];
      return [{ type: 'SlackMemberConnected', data: { userRoleId: own.userRoleId, userId, accountId, slackMemberId } }];
    }
    const { userRoleId } = command;
    if (command.type === 'grantUserRole' || command.type === 'takeStaffRole') {
      const { userId, roleType } = command;
      if (roleOf(state, userId) !== null || state.removed.has(userRoleId)) throw new DomainError('userRole.exists');
      if (command.type === 'takeStaffRole') {
        const { reason, until } = command;
        return [{ type: 'StaffRoleTaken', data: { userRoleId, userId, accountId, roleType, reason, until } }];
      }
      return [{ type: 'UserRoleGranted', data: { userRoleId, userId, accountId, roleType } }];
    }
    const role = state.roles.get(userRoleId);
    if (!role) throw new DomainError('userRole.notFound');
    const { userId, roleType: from } = role;
    switch (command.type) {
      case 'changeUserRole': {
        const { roleType } = command;
        if (roleType === from) return [];
        if (from === 'ADMIN') requireOtherAdministrator(state, userRoleId);
        return [{ type: 'UserRoleChanged', data: { userRoleId, userId, accountId, from, roleType } }];
      }
      case 'removeUserRole':
        if (from === 'ADMIN') requireOtherAdministrator(state, userRoleId);
        return [{ type: 'UserRoleRemoved', data: { userRoleId, userId, accountId } }];
      default:
        return never(command);
    }
  },
  evolve: ({ roles, removed }, event) => {
    const { userRoleId, userId } = event.data;
    if (event.type === 'UserRoleRemoved') {
      const left = new Map([...roles].filter(([id]) => id !== userRoleId));
      return { roles: left, removed: new Set(removed).add(userRoleId) };
    }
    const known = roles.get(userRoleId);
    if (event.type === 'NotificationSettingsChanged') {
      const { notifyByEmail, notifyBySlack } = event.data;
      if (!known) return { roles, removed };
      return { roles: new Map(roles).set(userRoleId, { ...known, notifyByEmail, notifyBySlack }), removed };
    }
    if (event.type === 'SlackMemberConnected') {
      if (!known) return { roles, removed };
      const { slackMemberId } = event.data;
      return { roles: new Map(roles).set(userRoleId, { ...known, slackMemberId }), removed };
    }
    if (event.type === 'UserRoleTiedToGroups') {
      if (!known) return { roles, removed };
      return { roles: new Map(roles).set(userRoleId, { ...known, fromSso: true }), removed };
    }
    const given = { userId, roleType: event.data.roleType, fromSso: false };
    const ofStaff = known?.ofStaff ?? event.type === 'StaffRoleTaken';
    const role = { notifyByEmail: false, notifyBySlack: false, slackMemberId: null, ...known, ...given, ofStaff };
    return { roles: new Map(roles).set(userRoleId, role), removed };
  },
};
