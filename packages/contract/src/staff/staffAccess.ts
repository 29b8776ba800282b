import type { AccountPermission } from '../permissions.ts';

/** What pages of a test run read: neither people, messages and files, nor the values of variables. */
const included = [
  'account.read',
  'testRun.read',
  'project.read',
  'environment.read',
  'pipelineStage.read',
  'testSuite.read',
  'deploy.read',
  'review.read',
  'trackedIssue.read',
] as const satisfies readonly AccountPermission[];

/** @returns whether the read-only access of a staff member to an account's test runs includes the permission. */
export function staffAccessIncludes(permission: AccountPermission): boolean {
  return included.some((known) => known === permission);
}
