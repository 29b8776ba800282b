import type { AreaPermissions } from '../roles.ts';

export const buildPermissions = {
  'build.read': ['USER', 'ADMIN', 'API_KEY'],
  'build.write': ['USER', 'ADMIN', 'API_KEY'],
} as const satisfies AreaPermissions;
