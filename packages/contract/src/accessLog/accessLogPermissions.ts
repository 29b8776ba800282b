import type { AreaPermissions } from '../roles.ts';

export const accessLogPermissions = {
  'accessLog.read': ['ADMIN'],
} as const satisfies AreaPermissions;
