import type { AreaPermissions } from '../roles.ts';

/** Reporting failures is for people, as triage is. */
export const trackedIssuePermissions = {
  'trackedIssue.read': ['USER', 'ADMIN'],
  'trackedIssue.write': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
