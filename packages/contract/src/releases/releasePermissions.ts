import type { AreaPermissions } from '../roles.ts';

export const releasePermissions = {
  'release.read': ['USER', 'ADMIN'],
  'release.write': ['ADMIN'],
} as const satisfies AreaPermissions;
