import type { AreaPermissions } from '../roles.ts';

export const triggerPermissions = {
  'trigger.read': ['USER', 'ADMIN'],
  'trigger.run': ['USER', 'ADMIN'],
  'trigger.write': ['ADMIN'],
} as const satisfies AreaPermissions;
