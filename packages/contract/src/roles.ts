/** USER is shown as User, ADMIN as Administrator. */
export const roleTypes = ['USER', 'ADMIN'] as const;
export type RoleType = (typeof roleTypes)[number];
/** As requests name a role: in upper or lower case. */
export const requestedRoleTypes = [...roleTypes, 'user', 'admin'] as const;
export type RequestedRoleType = (typeof requestedRoleTypes)[number];

/** @returns the role that a request names */
export function roleTypeOf(requested: RequestedRoleType): RoleType {
  return requested === 'ADMIN' || requested === 'admin' ? 'ADMIN' : 'USER';
}

export const roleLabels: Record<RoleType, string> = { USER: 'User', ADMIN: 'Administrator' };

/** Who can act in an account: a person with a role, or a CI job with the account's API key. */
export type AccountRole = RoleType | 'API_KEY';

/** The permissions of an area, each with the roles that include it. */
export type AreaPermissions = Readonly<Record<string, readonly AccountRole[]>>;
