import type { AreaPermissions } from '../roles.ts';

export const alertPermissions = {
  'alert.read': ['USER', 'ADMIN'],
  'alert.write': ['ADMIN'],
} as const satisfies AreaPermissions;
