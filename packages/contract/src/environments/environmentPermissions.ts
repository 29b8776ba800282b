import type { AreaPermissions } from '../roles.ts';

export const environmentPermissions = {
  'environment.read': ['USER', 'ADMIN', 'API_KEY'],
  'environment.write': ['ADMIN'],
} as const satisfies AreaPermissions;
