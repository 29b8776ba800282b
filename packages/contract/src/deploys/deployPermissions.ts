import type { AreaPermissions } from '../roles.ts';

export const deployPermissions = {
  'deploy.read': ['USER', 'ADMIN', 'API_KEY'],
  'deploy.write': ['USER', 'ADMIN', 'API_KEY'],
} as const satisfies AreaPermissions;
