import type { ConfigurableByKey } from './accounts/configurableByKey.ts';
import type { AccountId } from './ids.ts';
import type { AccountRole } from './roles.ts';
import { rolesWith } from './rolesWith.ts';

/**
 * Who may call a route or hear a topic.
 * - `public`: anybody, signed in or not
 * - `signedIn`: a person with a session, whatever their accounts
 * - `agent`: a runner agent with its own token
 * - `staff`: a person who looks after the whole installation, with a session
 * - the others: somebody with a role in the account that the request names
 */
export type Permission = InstallationPermission | AccountPermission;

/** Permissions that belong to no account. */
const installationPermissions = ['public', 'signedIn', 'agent', 'staff'] as const;
export type InstallationPermission = (typeof installationPermissions)[number];

/** Whether a call with this permission is made in one account, by somebody with a role there. */
export function isOfAccount(permission: Permission): permission is AccountPermission {
  return !installationPermissions.some((other) => other === permission);
}

export type AccountPermission = keyof typeof rolesWith;

/** What concerns the person alone, such as their own notices: no API key has it. */
type OwnPermission = Extract<AccountPermission, `${string}.own`>;

/** The permissions that some API key has: those of users, of CI jobs, and of who applies a configuration file. */
export type ApiKeyPermission = ConfigurableByKey | UsersOrCiPermission;
type UsersOrCiPermission = {
  [P in Exclude<AccountPermission, OwnPermission>]: Extract<
    (typeof rolesWith)[P][number],
    'USER' | 'API_KEY'
  > extends never
    ? never
    : P;
}[Exclude<AccountPermission, OwnPermission>];

/** @returns whether the permission concerns the person alone. */
export function isOwn(permission: AccountPermission): permission is OwnPermission {
  return permission.endsWith('.own');
}

/** A role that somebody has in an account. */
export type Grant = { role: AccountRole; accountId: AccountId };

/** The thing that a permission is asked for: what is known of it that decides who may. */
export type Resource = { accountId: AccountId };

/** @returns whether one of the grants includes the permission on this thing. The api, the socket and the web all ask here. */
export function may(grants: readonly Grant[], permission: AccountPermission, { accountId }: Resource): boolean {
  const roles: readonly AccountRole[] = rolesWith[permission];
  return grants.some((grant) => grant.accountId === accountId && roles.includes(grant.role));
}
