import type { AreaPermissions } from '../roles.ts';

/** `message.own`: to change and delete what one wrote; administrators delete any. */
export const testRunMessagePermissions = {
  'message.read': ['USER', 'ADMIN', 'API_KEY'],
  'message.write': ['USER', 'ADMIN', 'API_KEY'],
  'message.own': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
