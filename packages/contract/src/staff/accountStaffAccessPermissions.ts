import type { AreaPermissions } from '../roles.ts';

export const accountStaffAccessPermissions = {
  'staffAccess.read': ['ADMIN'],
  'staffAccess.end': ['ADMIN'],
} as const satisfies AreaPermissions;
