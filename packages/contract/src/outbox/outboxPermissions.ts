import type { AreaPermissions } from '../roles.ts';

export const outboxPermissions = {
  'outbox.read': ['ADMIN'],
  'outbox.write': ['ADMIN'],
} as const satisfies AreaPermissions;
