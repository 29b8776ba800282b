import type { AreaPermissions } from '../roles.ts';

export const workflowPermissions = {
  'workflow.read': ['USER', 'ADMIN'],
  'workflow.write': ['ADMIN'],
} as const satisfies AreaPermissions;
