import type { AreaPermissions } from '../roles.ts';

export const followPermissions = {
  'follow.read': ['USER', 'ADMIN'],
  'follow.own': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
