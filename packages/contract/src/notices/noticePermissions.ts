import type { AreaPermissions } from '../roles.ts';

export const noticePermissions = {
  'notice.own': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
