import type { AreaPermissions } from '../roles.ts';

export const insightPermissions = {
  'insight.own': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
