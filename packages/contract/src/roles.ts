/** USER is shown as User, ADMIN as Administrator. */
export const roleTypes = ['USER', 'ADMIN'] as const;
export type RoleType = (typeof roleTypes)[number];
export const roleLabels: Record<RoleType, string> = { USER: 'User', ADMIN: 'Administrator' };

/** Who can act in an account: a person with a role, or a CI job with the account's API key. */
export type AccountRole = RoleType | 'API_KEY';

/** The permissions of an area, each with the roles that include it. */
export type AreaPermissions = Readonly<Record<string, readonly AccountRole[]>>;
