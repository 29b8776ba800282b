import type { AreaPermissions } from '../roles.ts';

export const agentPermissions = {
  'agent.read': ['USER', 'ADMIN', 'API_KEY'],
  'agent.write': ['ADMIN'],
} as const satisfies AreaPermissions;
