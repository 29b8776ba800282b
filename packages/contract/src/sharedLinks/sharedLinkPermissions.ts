import type { AreaPermissions } from '../roles.ts';

export const sharedLinkPermissions = {
  'sharedLink.read': ['USER', 'ADMIN'],
  'sharedLink.write': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
