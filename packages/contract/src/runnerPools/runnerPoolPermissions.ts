import type { AreaPermissions } from '../roles.ts';

export const runnerPoolPermissions = {
  'runnerPool.read': ['USER', 'ADMIN'],
  'runnerPool.write': ['ADMIN'],
} as const satisfies AreaPermissions;
