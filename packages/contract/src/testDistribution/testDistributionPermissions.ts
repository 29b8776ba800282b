import type { AreaPermissions } from '../roles.ts';

export const testDistributionPermissions = {
  'testDistribution.read': ['USER', 'ADMIN'],
  'testDistribution.write': ['ADMIN'],
} as const satisfies AreaPermissions;
