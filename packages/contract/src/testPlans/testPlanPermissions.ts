import type { AreaPermissions } from '../roles.ts';

export const testPlanPermissions = {
  'testPlan.read': ['USER', 'ADMIN', 'API_KEY'],
  'testPlan.run': ['USER', 'ADMIN', 'API_KEY'],
  'testPlan.write': ['ADMIN'],
} as const satisfies AreaPermissions;
