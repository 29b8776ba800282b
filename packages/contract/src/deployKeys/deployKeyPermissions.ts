import type { AreaPermissions } from '../roles.ts';

export const deployKeyPermissions = {
  'deployKey.read': ['ADMIN'],
  'deployKey.write': ['ADMIN'],
} as const satisfies AreaPermissions;
