import type { AreaPermissions } from '../roles.ts';

export const releasePermissions = {
  'release.read': ['USER', 'ADMIN'],
  'release.gate': ['USER', 'ADMIN', 'API_KEY'],
  'release.write': ['ADMIN'],
} as const satisfies AreaPermissions;
