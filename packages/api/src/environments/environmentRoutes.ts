import type { Route } from '../http/route.ts';
import { archiveEnvironment } from './archiveEnvironment.ts';
import { changeEnvironment } from './changeEnvironment.ts';
import { createEnvironment } from './createEnvironment.ts';
import { listEnvironmentAudits } from './listEnvironmentAudits.ts';
import { listEnvironments } from './listEnvironments.ts';
import { restoreEnvironment } from './restoreEnvironment.ts';

export const environmentRoutes: readonly Route[] = [
  listEnvironments,
  createEnvironment,
  changeEnvironment,
  archiveEnvironment,
  listEnvironmentAudits,
  restoreEnvironment,
];
