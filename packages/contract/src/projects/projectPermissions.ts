import type { AreaPermissions } from '../roles.ts';

export const projectPermissions = {
  'project.read': ['USER', 'ADMIN', 'API_KEY'],
  'project.write': ['ADMIN'],
} as const satisfies AreaPermissions;
