import type { AreaPermissions } from '../roles.ts';

/** A CI job may ask after a failed run; whether an answer helps is for people to say. */
export const analysisPermissions = {
  'analysis.request': ['USER', 'ADMIN', 'API_KEY'],
  'analysis.rate': ['USER', 'ADMIN'],
} as const satisfies AreaPermissions;
