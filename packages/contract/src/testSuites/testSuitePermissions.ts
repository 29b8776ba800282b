import type { AreaPermissions } from '../roles.ts';

export const testSuitePermissions = {
  'testSuite.read': ['USER', 'ADMIN', 'API_KEY'],
  'testSuite.write': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
