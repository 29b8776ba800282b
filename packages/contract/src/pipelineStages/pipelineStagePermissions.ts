import type { AreaPermissions } from '../roles.ts';

export const pipelineStagePermissions = {
  'pipelineStage.read': ['USER', 'ADMIN', 'API_KEY'],
  'pipelineStage.write': ['ADMIN'],
} as const satisfies AreaPermissions;
