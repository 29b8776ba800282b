import type { AreaPermissions } from '../roles.ts';

/** `account.write`: what only an administrator may see or change about the account itself. */
export const accountPermissions = {
  'account.read': ['USER', 'ADMIN', 'API_KEY'],
  'account.write': ['ADMIN'],
  'apiKey.write': ['ADMIN'],
  'userRole.read': ['USER', 'ADMIN'],
  'userRole.write': ['ADMIN'],
  'invitation.read': ['ADMIN'],
  'invitation.write': ['ADMIN'],
} as const satisfies AreaPermissions;
