import type { AreaPermissions } from '../roles.ts';

export const testRunPermissions = {
  'testRun.read': ['USER', 'ADMIN', 'API_KEY'],
  'testRun.write': ['USER', 'ADMIN', 'API_KEY'],
  'test.quarantine': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
