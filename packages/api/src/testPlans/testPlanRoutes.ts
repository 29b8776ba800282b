import type { Route } from '../http/route.ts';
import { addTestPlanStage } from './addTestPlanStage.ts';
import { addTestPlanSuite } from './addTestPlanSuite.ts';
import { archiveTestPlan } from './archiveTestPlan.ts';
import { changeTestPlan } from './changeTestPlan.ts';
import { changeTestPlanStage } from './changeTestPlanStage.ts';
import { changeTestPlanSuite } from './changeTestPlanSuite.ts';
import { createTestPlan } from './createTestPlan.ts';
import { getTestPlan } from './getTestPlan.ts';
import { listTestPlans } from './listTestPlans.ts';
import { removeTestPlanStage } from './removeTestPlanStage.ts';
import { removeTestPlanSuite } from './removeTestPlanSuite.ts';

export const testPlanRoutes: readonly Route[] = [
  listTestPlans,
  createTestPlan,
  getTestPlan,
  changeTestPlan,
  archiveTestPlan,
  addTestPlanStage,
  changeTestPlanStage,
  removeTestPlanStage,
  addTestPlanSuite,
  changeTestPlanSuite,
  removeTestPlanSuite,
];
