import type { Route } from '../http/route.ts';
import { cancelTestPlanRun } from './cancelTestPlanRun.ts';
import { getTestPlanRun } from './getTestPlanRun.ts';
import { listTestPlanRuns } from './listTestPlanRuns.ts';
import { rerunTestPlanRun } from './rerunTestPlanRun.ts';
import { startTestPlanRun } from './startTestPlanRun.ts';

export const testPlanRunRoutes: readonly Route[] = [
  listTestPlanRuns,
  startTestPlanRun,
  getTestPlanRun,
  cancelTestPlanRun,
  rerunTestPlanRun,
];
