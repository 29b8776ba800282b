import type { AreaPermissions } from '../roles.ts';

/** Triage is for people: a CI job has nobody to answer for it. */
export const reviewPermissions = {
  'review.read': ['USER', 'ADMIN'],
  'review.write': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
