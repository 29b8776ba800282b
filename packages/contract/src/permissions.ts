/** USER is shown as User, ADMIN as Administrator. */
export const roleTypes = ['USER', 'ADMIN'] as const;
export type RoleType = (typeof roleTypes)[number];
export const roleLabels: Record<RoleType, string> = { USER: 'User', ADMIN: 'Administrator' };

/**
 * Who may call a route or hear a topic.
 * - `public`: anybody, signed in or not
 * - `signedIn`: a person with a session, whatever account
 * - `agent`: a runner agent with its own token
 * - `staff`: a person who looks after the whole installation, with a session
 * - the others: a person with a role in the account that the request names, or for some of them its API key
 */
export type Permission = InstallationPermission | AccountPermission;

/** What is of no account. */
const installationPermissions = ['public', 'signedIn', 'agent', 'staff'] as const;
export type InstallationPermission = (typeof installationPermissions)[number];

/** Whether a route of the permission is called in one account, by somebody with a role there or its API key. */
export function isOfAccount(permission: Permission): permission is AccountPermission {
  return !installationPermissions.some((other) => other === permission);
}

const accountPermissions = {
  'account.read': ['USER', 'ADMIN'],
  'testRun.read': ['USER', 'ADMIN'],
  'testRun.write': ['USER', 'ADMIN'],
  'test.quarantine': ['USER', 'ADMIN'],
  'project.read': ['USER', 'ADMIN'],
  'project.write': ['ADMIN'],
  'testSuite.read': ['USER', 'ADMIN'],
  'testSuite.write': ['USER', 'ADMIN'],
  'build.read': ['USER', 'ADMIN'],
  'build.write': ['USER', 'ADMIN'],
  'deploy.read': ['USER', 'ADMIN'],
  'deploy.write': ['USER', 'ADMIN'],
  'environment.read': ['USER', 'ADMIN'],
  'environment.write': ['ADMIN'],
  'pipelineStage.read': ['USER', 'ADMIN'],
  'pipelineStage.write': ['ADMIN'],
  'runnerPool.read': ['USER', 'ADMIN'],
  'runnerPool.write': ['ADMIN'],
  'agent.read': ['USER', 'ADMIN'],
  'agent.write': ['ADMIN'],
  'apiKey.write': ['ADMIN'],
} as const satisfies Record<string, readonly RoleType[]>;

export type AccountPermission = keyof typeof accountPermissions;

/** @returns whether a person of this role may do it in their account. */
export function roleMay(role: RoleType, permission: AccountPermission): boolean {
  const allowed: readonly RoleType[] = accountPermissions[permission];
  return allowed.includes(role);
}

/** What a CI job needs: to start, upload, watch and end runs, to say what was deployed, and to find what these are of. */
const apiKeyPermissions = [
  'account.read',
  'testRun.read',
  'testRun.write',
  'project.read',
  'testSuite.read',
  'build.read',
  'build.write',
  'deploy.read',
  'deploy.write',
  'environment.read',
  'pipelineStage.read',
  'agent.read',
] as const satisfies readonly AccountPermission[];

export type ApiKeyPermission = (typeof apiKeyPermissions)[number];

/** @returns whether the account's API key is enough for it. */
export function apiKeyMay(permission: Permission): boolean {
  return apiKeyPermissions.some((allowed) => allowed === permission);
}

/** A tier that includes rerun, New Test Run and the timeline: 2 and up, or a legacy plan. */
export function includesOwnRunners(account: { currentPlan: number; legacyPlan: boolean }): boolean {
  return account.legacyPlan || account.currentPlan >= 2;
}

/** Switches 'Upload Test Run' on for an account whose plan has runs of its own instead. */
export const uploadOverrideFlag = 'upload-test-run';

/** Uploading results is for plans without runs of their own, and for accounts that have it switched on. */
export function includesUpload(account: {
  currentPlan: number;
  legacyPlan: boolean;
  flags: readonly string[];
}): boolean {
  return !includesOwnRunners(account) || account.flags.includes(uploadOverrideFlag);
}
