import type { Route } from '../http/route.ts';
import { archiveRunnerPool } from './archiveRunnerPool.ts';
import { changeRunnerPool } from './changeRunnerPool.ts';
import { createRunnerPool } from './createRunnerPool.ts';
import { getRunnerPool } from './getRunnerPool.ts';
import { listRunnerConfigurations } from './listRunnerConfigurations.ts';
import { listRunnerPools } from './listRunnerPools.ts';

export const runnerPoolRoutes: readonly Route[] = [
  listRunnerConfigurations,
  listRunnerPools,
  createRunnerPool,
  getRunnerPool,
  changeRunnerPool,
  archiveRunnerPool,
];
