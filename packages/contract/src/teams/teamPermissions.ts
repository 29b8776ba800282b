import type { AreaPermissions } from '../roles.ts';

export const teamPermissions = {
  'team.read': ['USER', 'ADMIN'],
  'team.write': ['ADMIN'],
} as const satisfies AreaPermissions;
