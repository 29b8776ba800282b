import type { AreaPermissions } from '../roles.ts';

export const tellAFriendPermissions = {
  'friend.own': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
