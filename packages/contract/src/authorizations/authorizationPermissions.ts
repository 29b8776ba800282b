import type { AreaPermissions } from '../roles.ts';

export const authorizationPermissions = {
  'authorization.read': ['ADMIN'],
  'authorization.write': ['ADMIN'],
} as const satisfies AreaPermissions;
